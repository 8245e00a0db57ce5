// Times as the phone's clock has them: "today 21:40", "yesterday 23:10", "12 Nov". The server knows the day only.

const DAY_MS = 24 * 3600 * 1000;

function said(moment, language) {
  const today = new Date().setHours(0, 0, 0, 0);
  const days = Math.round((new Date(moment).setHours(0, 0, 0, 0) - today) / DAY_MS);
  if (days < -1 || days > 0) {
    const year = moment.getFullYear() === new Date().getFullYear() ? undefined : "numeric";
    return moment.toLocaleDateString(language, { day: "numeric", month: "short", year });
  }
  const day = new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(days, "day");
  return `${day} ${moment.toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" })}`;
}

function show() {
  const page = document.documentElement.lang;
  // As the page speaks, with the clock of the phone's own country: 21:40, or 9:40 pm.
  const language = navigator.languages.find((each) => each.split("-")[0] === page) ?? page;
  for (const time of document.querySelectorAll("time[data-when]")) {
    time.textContent = said(new Date(time.dateTime), language);
  }
}

show();
document.addEventListener("htmx:after:swap", show);
