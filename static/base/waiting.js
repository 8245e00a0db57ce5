// The list of all that waits on a phone, { to, event }: taps, and rounds counted without a network. No page, no
// network. Functions return new lists, or read the old one.
//
// A round is the events that say all its fields and cards, to one address. The last is its count, { id, count }, whose id
// is the token of the round; until then somebody is still entering it. `refused` on its items: as what; `why`: the
// server's sentence.

export const TAKEN_BACK = "taken back";
const AHEAD = "ahead"; // the match is over before this round, or earlier rounds were deleted: its player says what it is
const GONE = 410; // the match was deleted, which may be taken back
const QUICKER = 409; // another phone has counted the round, taken it back or begun it
const LOOKED_AT = [QUICKER, 422]; // refusals that the page of the round shows
const SENT_AGAIN = [408, 425, 429]; // too slow, too early, too often
const ROUND = /^(.*\/m\/[^/]+\/)offline\/rounds\/(\d+)\/(.*)$/;
const BOARD = /\/m\/[^/]+\/$/;
const CARDS = /^card-(\d+)$/;

/** Where a round that is counted without a network goes; `path`: of the way or pile that it is entered in. */
export const addressOf = (board, number, path) => `${board}offline/rounds/${number}/${path}`;

export const isRound = (to) => ROUND.test(to);

/** The events that say a round: `fields` are [name, value] of all fields of its form. */
export function whole(fields) {
  const values = new Map();
  for (const [name, value] of fields) values.set(name, [...(values.get(name) ?? []), value]);
  return [...values].flatMap(([field, value]) => {
    const seat = CARDS.exec(field)?.[1];
    return seat ? value.map((card) => ({ card, put: true, seat: Number(seat) })) : [{ field, value }];
  });
}

/** [name, value] of all fields that events say. */
export const fieldsOf = (events) =>
  events.flatMap(({ field, value, card, seat }) => {
    if (card) return [[`card-${seat}`, card]];
    return field ? value.map((each) => [field, each]) : [];
  });

/** The rounds in a list, of one board or of all, by their numbers; a `token` has each that is to be counted. */
export function rounds(items, board) {
  const found = new Map();
  for (const { to, event, refused, why } of items) {
    const [, at, number, path] = ROUND.exec(to) ?? [];
    if (!at || (board && at !== board)) continue;
    const round = found.get(to) ?? { to, board: at, number: Number(number), path, events: [] };
    found.set(to, round);
    round.events.push(event);
    if (event.count) Object.assign(round, { token: event.id, refused, why });
  }
  return [...found.values()].sort((one, other) => one.number - other.number);
}

/** Put the events of a round at the end, over what said it before: in any way of entering it. */
export function put(items, round) {
  const [, board, number] = ROUND.exec(round[0].to);
  const before = rounds(items, board).filter((each) => each.number === Number(number)).map(({ to }) => to);
  return [...items.filter(({ to }) => !before.includes(to)), ...round];
}

export const without = (items, address) => items.filter(({ to }) => to !== address);

export const changed = (items, address, changes) =>
  items.map((item) => (item.to === address ? { ...item, ...changes } : item));

/** Whether a round goes by itself. */
export const isGoing = ({ token, refused }) => Boolean(token) && !refused;

/** The boards that rounds wait for. */
const boards = (items) => [...new Set(rounds(items).map(({ board }) => board))];

/**
 * The events that go in one request; none where none may go. A round goes whole: of each match the first that is to be
 * counted, so that one that is refused, or `underWay` by its token, holds up the later ones. Taps go in their order.
 */
export function batch(items, underWay = new Set()) {
  const firsts = boards(items).map((board) => rounds(items, board).find(({ token }) => token));
  const going = firsts.filter((round) => round && isGoing(round) && !underWay.has(round.token)).map(({ to }) => to);
  const from = items.findIndex(({ to }) => !isRound(to) || going.includes(to));
  const left = from < 0 ? [] : items.slice(from);
  const end = left.findIndex(({ to }) => to !== left[0].to);
  return left.slice(0, end < 0 ? left.length : end);
}

/** The boards whose link was changed: the server knows nothing under it. */
export const lostBoards = (items, here) => boards(items.filter(({ refused }) => refused === 404)).filter((board) => board !== here);

/** The rounds of a board go on under its new link. */
export const moved = (items, from, to) =>
  items.map((item) => (isRound(item.to) && item.to.startsWith(from) ? { ...item, to: to + item.to.slice(from.length), refused: undefined } : item));

/** The list without a round that was refused and is now looked at: the server has it as it was entered. */
export function looked(items, board, number) {
  const shown = rounds(items, board).filter((round) => round.number === number && LOOKED_AT.includes(round.refused));
  return items.filter(({ to }) => !shown.some((round) => round.to === to));
}

/** The list of a page that is opened: a match that was deleted is asked for again. */
export const opened = (items) => items.map((item) => (item.refused === GONE ? { ...item, refused: undefined } : item));

/** Every round that counts leads to the board, which says as what; anything else, such as a deleted match, does not. */
export const isCounted = (target, base) => new URL(target, base).searchParams.has("counted");

/** As what a round is refused whose answer leads to the board, which waits for what the player says, or elsewhere. */
export function refusedBy(target, base) {
  const { pathname, searchParams } = new URL(target, base);
  if (searchParams.has("undone")) return TAKEN_BACK;
  return BOARD.test(pathname) ? AHEAD : GONE;
}

/** As what an answer without a way on refuses a round; undefined where it may be sent again, as to a broken server. */
export const refusedAs = (status) => (status >= 400 && status < 500 && !SENT_AGAIN.includes(status) ? status : undefined);

/** Whether the page of a round shows why it was refused. */
export const isShownThere = (status) => LOOKED_AT.includes(status);

/** Return the state that a note tells of a round: the end of the id of its template. `next`: the round that is played. */
export function stateOf({ token, refused }, next) {
  if (!token) return "begun";
  if (refused === TAKEN_BACK) return "taken-back";
  if (refused === AHEAD) return next ? "ahead" : "gone";
  if (!refused) return "waits";
  if (refused === QUICKER) return "quicker";
  if (LOOKED_AT.includes(refused)) return "refused";
  return [404, GONE].includes(refused) ? "gone" : "wrong";
}

// Taps: the difference between what a page says and what was told of it. static/base/events.js sends it.

const sorted = (values) => JSON.stringify([...values].sort());
const count = (values, value) => values.filter((each) => each === value).length;
const times = (many, value) => Array.from({ length: many }, () => value);

/** Whether two lists have the same values, in any order. */
export const same = (one, other) => sorted(one) === sorted(other);

/**
 * The values that are known of a field: those that were told, or where the server shows something else than it did
 * (`then`, `now`), that. Of `ticks` each follows by itself, so that one that is still on its way is not told again.
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

/** The cards that were put into a pile and taken out: a step each, a twin by itself. */
export function cardSteps(told, now) {
  return [...new Set([...told, ...now])].flatMap((card) => {
    const more = count(now, card) - count(told, card);
    return times(Math.abs(more), { card, put: more > 0 });
  });
}
