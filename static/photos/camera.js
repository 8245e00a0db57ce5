// Whether this browser films live: the links to that are shown then.

export const canFilm = window.isSecureContext && Boolean(navigator.mediaDevices?.getUserMedia);
document.documentElement.classList.toggle("can-film-live", canFilm);
