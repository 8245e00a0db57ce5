// Lists that wait on a phone, of rounds and of taps: no page, no network. Functions return new lists, or read the old one.
//
// A round is { token, board, number, path, fields, at }, and perhaps `deleted`, or `refused`: as what.

export const TAKEN_BACK = "taken back";
const GONE = 410; // the match was deleted; it may be taken back
const QUICKER = 409; // another phone has counted the round, taken it back or begun it
const LOOKED_AT = [QUICKER, 422]; // refusals that the page of the round shows

const byNumber = (one, other) => one.number - other.number;

/** Put a round at the end; one with the same token, or the one that it replaces, makes room for it. */
export const put = (items, item, replaces = item.token) => [
  ...items.filter(({ token }) => token !== item.token && token !== replaces),
  item,
];

export const without = (items, token) => items.filter((item) => item.token !== token);

export const changed = (items, token, changes) => items.map((item) => (item.token === token ? { ...item, ...changes } : item));

/** The rounds of a board by their numbers. */
export const ofBoard = (items, board) => items.filter((item) => item.board === board).sort(byNumber);

/** The boards that rounds wait for. */
export const boards = (items) => [...new Set(items.map((item) => item.board))];

/** The next round of a board that may be sent after `sent`: one that is refused holds up the later ones. */
export function next(items, board, sent) {
  const going = ofBoard(items, board).filter((item) => !item.deleted && !sent.has(item.token));
  return going[0]?.refused ? undefined : going[0];
}

/** Whether a round goes again by itself. */
export const isGoing = (item) => !item.refused && !item.deleted;

/** The boards whose link was changed: the server knows nothing under it. */
export const lostBoards = (items, here) => boards(items.filter((item) => item.refused === 404 && item.board !== here));

/** The rounds of a board go on under its new link. */
export const moved = (items, from, to) =>
  items.map((item) => (item.board === from ? { ...item, board: to, refused: undefined } : item));

/** The list without a round that was refused and is now looked at: the server has it as it was entered. */
export const looked = (items, board, number) =>
  items.filter((item) => !(LOOKED_AT.includes(item.refused) && item.board === board && item.number === number));

/** The list of a page that is opened: what was deleted is gone, and a match that was deleted is asked for again. */
export const opened = (items) =>
  items.filter((item) => !item.deleted).map((item) => (item.refused === GONE ? { ...item, refused: undefined } : item));

/** Every round that counts leads to the board, which says as what; anything else, such as a deleted match, does not. */
export const isCounted = (target, base) => new URL(target, base).searchParams.has("counted");

/** As what a round is refused whose answer leads elsewhere: one that was taken back waits for what the player says. */
export const refusedBy = (target, base) => (new URL(target, base).searchParams.has("undone") ? TAKEN_BACK : GONE);

/** As what an answer without a way on refuses a round; undefined where it may be sent again. */
export const refusedAs = (status) => ([404, GONE, ...LOOKED_AT].includes(status) ? status : undefined);

/** Whether the page of a round shows why it was refused. */
export const isShownThere = (status) => LOOKED_AT.includes(status);

/** Return the state that a note tells of a round: the end of the id of its template. */
export function stateOf({ deleted, refused }) {
  if (deleted) return "deleted";
  if (refused === TAKEN_BACK) return "taken-back";
  if (!refused) return "waits";
  if (refused === QUICKER) return "quicker";
  return LOOKED_AT.includes(refused) ? "refused" : "gone";
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

/** The events that go in one request: the first, and those right behind it that go to the same place. */
export function batch(items) {
  const end = items.findIndex(({ to }) => to !== items[0].to);
  return items.slice(0, end < 0 ? items.length : end);
}
