// The visible part of a photograph, in its pixels: zoomed, moved, and never beyond its edges.

const MOST = 6; // zoom factor

export const between = (low, value, high) => Math.min(Math.max(value, low), high);
export const middle = (points) => points.reduce((sum, [x, y]) => [sum[0] + x / points.length, sum[1] + y / points.length], [0, 0]);
export const apart = ([one, other]) => Math.hypot(one[0] - other[0], one[1] - other[1]);

/** Return `things` sorted by the distance of their nearest place to a point; `placesOf(thing)` are points. */
export function nearest(things, placesOf, point) {
  const away = (thing) => Math.min(...placesOf(thing).map((place) => apart([place, point])));
  return [...things].sort((one, other) => away(one) - away(other));
}

export class View {
  scale = 1;
  x = 0; // position of the top left corner
  y = 0;

  constructor(width, height) {
    Object.assign(this, { width, height });
  }

  /** Position of the top left corner, width and height. */
  get box() {
    return [this.x, this.y, this.width / this.scale, this.height / this.scale];
  }

  get centre() {
    const [x, y, width, height] = this.box;
    return [x + width / 2, y + height / 2];
  }

  /** Copy the state of another view: { scale, x, y }. */
  recall({ scale = 1, x = 0, y = 0 }) {
    this.scale = between(1, scale, MOST);
    this.moveTo(x, y);
  }

  /** Zoom by a factor; the point (x, y) of the photograph stays in place. */
  zoom(scale, [x, y] = this.centre) {
    const now = between(1, scale, MOST);
    const ratio = this.scale / now;
    this.scale = now;
    this.moveTo(x - (x - this.x) * ratio, y - (y - this.y) * ratio);
  }

  centreOn([x, y]) {
    const [, , width, height] = this.box;
    this.moveTo(x - width / 2, y - height / 2);
  }

  moveTo(x, y) {
    const [, , width, height] = this.box;
    this.x = between(0, x, this.width - width);
    this.y = between(0, y, this.height - height);
  }

  /** Whether a point is visible. */
  has([x, y]) {
    const [left, top, width, height] = this.box;
    return x > left && x < left + width && y > top && y < top + height;
  }
}
