// Times as the phone's clock has them. The server knows the day only.

import { day, localeOf } from "./clock.js";

function show() {
  const locale = localeOf(document.documentElement.lang, navigator.languages);
  for (const time of document.querySelectorAll("time[data-when]")) time.textContent = day(new Date(time.dateTime), locale);
}

show();
document.addEventListener("htmx:after:swap", show);
