// A film is made smaller on the phone, where its browser can (WebCodecs, on HTTPS and localhost) and is quick enough: no
// frame is left out, but of more than 30 a second, and none loses a pixel that the server looks at.
//
// The library for it (vendor/mediabunny, made by tools/mediabunny.sh) is loaded when the first large film is chosen.

const LONGEST = 1280; // what the server looks at (vision.io.photo.FILM_SIDE)
const BITS = 4_000_000; // a second; cards filmed in 1080p and written with so many were read the same
const SMALL = 5_000_000; // bytes up to which a film is sent as it is
const WORTH = 0.6; // share of its bytes above which making it smaller gains too little
const MOST_SECONDS = 95;
const RATE = 30;
const TRIAL_MS = 2500; // after which it is known how long it takes
const SLOW = 1.5; // seconds that a second of film may take

const load = (address) => import(address);

/** Return the film smaller, or the file itself where that cannot be done, is slow or gains little.
 *
 * `address`: of the library; `most`: bytes above which the server refuses it, so that slow is better than not at all;
 * `onShare` is told how far it is, `isWanted` asked whether anybody still waits.
 */
export async function smallerFilm(file, { address, most, onShare, isWanted }) {
  if (file.size <= SMALL || !window.VideoEncoder || !window.VideoDecoder) return file;
  try {
    const { BlobSource, BufferTarget, Conversion, Input, MP4, Mp4OutputFormat, Output, QTFF, WEBM } = await load(address);
    const input = new Input({ source: new BlobSource(file), formats: [MP4, QTFF, WEBM] });
    const seconds = await input.computeDuration();
    if (seconds > MOST_SECONDS || (seconds * BITS) / 8 > WORTH * file.size) return file;
    const film = await input.getPrimaryVideoTrack();
    const { averagePacketRate } = await film.computePacketStats(100);
    const scale = Math.min(1, LONGEST / Math.max(film.displayWidth, film.displayHeight));
    const [width, height] = [film.displayWidth, film.displayHeight].map((side) => 2 * Math.round((side * scale) / 2));
    const output = new Output({ format: new Mp4OutputFormat(), target: new BufferTarget() });
    const video = { width, height, fit: "fill", codec: "avc", bitrate: BITS, forceTranscode: true };
    if (averagePacketRate > 1.3 * RATE) video.frameRate = RATE;
    const conversion = await Conversion.init({ input, output, video, audio: { discard: true }, showWarnings: false });
    if (!conversion.isValid) return file;
    const began = performance.now();
    conversion.onProgress = (share) => {
      onShare(share);
      const ago = performance.now() - began;
      const isSlow = file.size <= most && ago > TRIAL_MS && ago > share * seconds * SLOW * 1000;
      if (isSlow || !isWanted()) conversion.cancel().catch(() => {});
    };
    await conversion.execute();
    const small = new Blob([output.target.buffer], { type: "video/mp4" });
    return small.size < file.size ? small : file;
  } catch {
    return file; // cancelled, or a coding that this browser does not know: the server reads it as it is
  }
}
