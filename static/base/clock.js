// Moments in words, as a page speaks and with the clock of the phone's own country: 21:40, or 9:40 pm.

/** Return the language of the phone that is nearest to that of the page. */
export const localeOf = (page, languages) => languages.find((each) => each.split("-")[0] === page) ?? page;

/** Return the hour of a moment (a date, or milliseconds). */
export const hour = (moment, locale) => new Date(moment).toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit" });

/** Return the day of a date and, of today and yesterday, its hour: "today 21:40", "yesterday 23:10", "12 Nov". */
export function day(moment, locale, now = new Date()) {
  const DAY_MS = 24 * 3600 * 1000;
  const midnight = (date) => new Date(date).setHours(0, 0, 0, 0);
  const days = Math.round((midnight(moment) - midnight(now)) / DAY_MS);
  if (days < -1 || days > 0) {
    const year = moment.getFullYear() === now.getFullYear() ? undefined : "numeric";
    return moment.toLocaleDateString(locale, { day: "numeric", month: "short", year });
  }
  return `${new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(days, "day")} ${hour(moment, locale)}`;
}
