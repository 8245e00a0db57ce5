// Synthesised sounds, without files. Buttons marked `data-sound` switch them off; the phone remembers it.

const KEY = "settebello sound";
const EXAMPLE = [659, 880, 1319];
let audio = null;

function remembered() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // private windows may refuse storage: the choice then holds for this page
  }
}

let sounds = remembered() !== "off";

/** Show the current state on the sound buttons. */
export function showSound() {
  for (const button of document.querySelectorAll("[data-sound]")) {
    button.hidden = false;
    button.setAttribute("aria-pressed", String(sounds));
  }
}

/** Play notes of these frequencies, one `every` that many seconds, unless the sound is off. */
export function play(pitches, every = 0.09) {
  const Audio = window.AudioContext ?? window.webkitAudioContext;
  if (!Audio || !sounds) return;
  audio ??= new Audio();
  audio.resume?.();
  pitches.forEach((pitch, index) => {
    const at = audio.currentTime + index * every;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.type = "triangle";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.0001, at);
    volume.gain.exponentialRampToValueAtTime(0.22, at + 0.015);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.28);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.3);
  });
}

document.addEventListener("click", (event) => {
  if (!event.target.closest?.("[data-sound]")) return;
  sounds = !sounds;
  try {
    localStorage.setItem(KEY, sounds ? "on" : "off");
  } catch {
    // see above
  }
  showSound();
  play(EXAMPLE);
});
