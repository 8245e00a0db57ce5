// Times in words, in the language of the page and the phone's own clock format: 21:40, or 9:40 pm.

/** Return the phone's locale for the language of the page, such as en-GB for "en". */
export const localeOf = (page, languages) => languages.find((each) => each.split("-")[0] === page) ?? page;

/** Return the time of day of a moment (a date, or milliseconds). */
export const hour = (moment, locale) => new Date(moment).toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit" });

/** Return the day of a date, for today and yesterday with the time: "today 21:40", "yesterday 23:10", "12 Nov". */
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
