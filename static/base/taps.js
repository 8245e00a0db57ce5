// What was tapped on a page, by what was told of it: no page, no network. static/base/events.js sends it.

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
  const end = items.findIndex(({ to, way }) => to !== items[0].to || way !== items[0].way);
  return items.slice(0, end < 0 ? items.length : end);
}
