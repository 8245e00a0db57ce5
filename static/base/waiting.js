// The list of waiting events on a phone, { to, event }: taps, and rounds counted offline. Pure functions without page
// or network; they return new lists, or read a list.
//
// A round is a series of events for one address, with all its fields and cards. The last one is its count, { id, count
// }, whose id is the token of the round; without it the round is still being entered. `refused` on its items: the kind
// of refusal; `why`: the server's sentence; `looked`: its page was opened, where it may have another number by now.

export const TAKEN_BACK = "taken back";
const AHEAD = "ahead"; // the match ended before this round, earlier ones were undone or it was deleted: its player decides
const GONE = 410; // the match was deleted, and may be restored
const QUICKER = 409; // another phone has counted, undone or begun the round
const LOOKED_AT = [QUICKER, 422]; // refusals that the page of the round explains
const SENT_AGAIN = [408, 425, 429]; // too slow, too early, too often
const ROUND = /^(.*\/m\/[^/]+\/)offline\/rounds\/(\d+)\/(.*)$/;
const BOARD = /\/m\/[^/]+\/$/;
const CARDS = /^card-(\d+)$/;

/** The address of a round counted offline; `path`: of the way or pile it is entered in. */
export const addressOf = (board, number, path) => `${board}offline/rounds/${number}/${path}`;

export const isRound = (to) => ROUND.test(to);

/** The events of a whole round: `fields` are [name, value] of all fields of its form. */
export function whole(fields) {
  const values = new Map();
  for (const [name, value] of fields) values.set(name, [...(values.get(name) ?? []), value]);
  return [...values].flatMap(([field, value]) => {
    const seat = CARDS.exec(field)?.[1];
    return seat ? value.map((card) => ({ card, put: true, seat: Number(seat) })) : [{ field, value }];
  });
}

/** [name, value] of all fields in the events of a round. */
export const fieldsOf = (events) =>
  events.flatMap(({ field, value, card, seat }) => {
    if (card) return [[`card-${seat}`, card]];
    return field ? value.map((each) => [field, each]) : [];
  });

/** The rounds in a list, of one board or of all, by number; rounds to be counted have a `token`. */
export function rounds(items, board) {
  const found = new Map();
  for (const { to, event, refused, why, looked: isLooked } of items) {
    const [, at, number, path] = ROUND.exec(to) ?? [];
    if (!at || (board && at !== board)) continue;
    const round = found.get(to) ?? { to, board: at, number: Number(number), path, events: [] };
    found.set(to, round);
    round.events.push(event);
    if (event.count) Object.assign(round, { token: event.id, refused, why, isLooked });
  }
  return [...found.values()].sort((one, other) => one.number - other.number);
}

/** The part of a path that says since which renumbering of rounds a number holds (webapp/match/links.py). */
export const sinceIn = (path) => /\?.*$/.exec(path)?.[0] ?? "";

/** Whether two rounds are the same one, in any way of entering it. */
export const isSame = (one, other) => one.number === other.number && sinceIn(one.path) === sinceIn(other.path);

/** Append the events of a round, replacing earlier ones of the same round. */
export function put(items, round) {
  const [now] = rounds(round);
  const before = rounds(items, now.board).filter((each) => isSame(each, now)).map(({ to }) => to);
  return [...items.filter(({ to }) => !before.includes(to)), ...round];
}

export const without = (items, address) => items.filter(({ to }) => to !== address);

export const changed = (items, address, changes) =>
  items.map((item) => (item.to === address ? { ...item, ...changes } : item));

/** Whether a round is sent without asking. */
export const isGoing = ({ token, refused }) => Boolean(token) && !refused;

/** The boards with waiting rounds. */
const boards = (items) => [...new Set(rounds(items).map(({ board }) => board))];

/**
 * The events of the next request; empty if nothing can be sent. A round is sent whole: per match the first to be
 * counted. If it is refused, or `underWay` has its token, later ones wait. Taps are sent in order.
 */
export function batch(items, underWay = new Set()) {
  const firsts = boards(items).map((board) => rounds(items, board).find(({ token }) => token));
  const going = firsts.filter((round) => round && isGoing(round) && !underWay.has(round.token)).map(({ to }) => to);
  const from = items.findIndex(({ to }) => !isRound(to) || going.includes(to));
  const left = from < 0 ? [] : items.slice(from);
  const end = left.findIndex(({ to }) => to !== left[0].to);
  return left.slice(0, end < 0 ? left.length : end);
}

/** The boards whose link was changed: the server answered 404. */
export const lostBoards = (items, here) => boards(items.filter(({ refused }) => refused === 404)).filter((board) => board !== here);

/** Move the rounds of a board to its new link. */
export const moved = (items, from, to) =>
  items.map((item) => (isRound(item.to) && item.to.startsWith(from) ? { ...item, to: to + item.to.slice(from.length), refused: undefined } : item));

/** The list without a refused round whose page is now open: the server has its draft. */
export function looked(items, board, number) {
  const isOpen = (round) => round.isLooked || round.number === number;
  const shown = rounds(items, board).filter((round) => isOpen(round) && LOOKED_AT.includes(round.refused));
  return items.filter(({ to }) => !shown.some((round) => round.to === to));
}

/** The list for a newly opened page: rounds of a deleted match are tried again. */
export const opened = (items) => items.map((item) => (item.refused === GONE ? { ...item, refused: undefined } : item));

/** Whether a redirect means that the round was counted: it leads to the board with `counted`. */
export const isCounted = (target, base) => new URL(target, base).searchParams.has("counted");

/** The kind of refusal for a redirect: to the board, where the player decides, or elsewhere. */
export function refusedBy(target, base) {
  const { pathname, searchParams } = new URL(target, base);
  if (searchParams.has("undone")) return TAKEN_BACK;
  return BOARD.test(pathname) ? AHEAD : GONE;
}

/** The kind of refusal for an error status; undefined if the round can be sent again, as after a server error. */
export const refusedAs = (status) => (status >= 400 && status < 500 && !SENT_AGAIN.includes(status) ? status : undefined);

/** Whether the page of a round explains this refusal. */
export const isShownThere = (status) => LOOKED_AT.includes(status);

/** Return the state of a round, the end of its note's template id. `next`: number of the next round. */
export function stateOf({ token, refused }, next) {
  if (!token) return "begun";
  if (refused === TAKEN_BACK) return "taken-back";
  if (refused === AHEAD) return next ? "ahead" : "gone";
  if (!refused) return "waits";
  if (refused === QUICKER) return "quicker";
  if (LOOKED_AT.includes(refused)) return "refused";
  return [404, GONE].includes(refused) ? "gone" : "wrong";
}

// Taps: differences between a page and the values already sent, for static/base/events.js.

const sorted = (values) => JSON.stringify([...values].sort());
const count = (values, value) => values.filter((each) => each === value).length;
const times = (many, value) => Array.from({ length: many }, () => value);

/** Whether two lists have the same values, in any order. */
export const same = (one, other) => sorted(one) === sorted(other);

/**
 * The known values of a field: those sent (`told`), or the server's if it shows others (`now`) than before (`then`).
 * Each of several `ticks` is compared on its own, so that one still being sent is not sent again.
 */
export function followed(told, then, now, ticks) {
  if (same(then, now)) return told;
  if (!ticks) return now;
  return [...new Set([...told, ...then, ...now])].flatMap((value) => {
    const [before, after, said] = [then, now, told].map((values) => count(values, value));
    if (after === before) return times(said, value);
    return times(after > before ? Math.max(after, said) : Math.min(after, said), value);
  });
}

/** The cards put into a pile and taken out, one step each; twin cards are separate steps. */
export function cardSteps(told, now) {
  return [...new Set([...told, ...now])].flatMap((card) => {
    const more = count(now, card) - count(told, card);
    return times(Math.abs(more), { card, put: more > 0 });
  });
}
