// Whether this browser can film live; the links for that are then shown.

export const canFilm = window.isSecureContext && Boolean(navigator.mediaDevices?.getUserMedia);
document.documentElement.classList.toggle("can-film-live", canFilm);
