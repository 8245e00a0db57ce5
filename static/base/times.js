// Shows times by the phone's clock; the server only knows the day.

import { day, localeOf } from "./clock.js";

function show() {
  const locale = localeOf(document.documentElement.lang, navigator.languages);
  for (const time of document.querySelectorAll("time[data-when]")) time.textContent = day(new Date(time.dateTime), locale);
}

show();
document.addEventListener("htmx:after:swap", show);
