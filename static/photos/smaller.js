// Reduces a film on the phone, if its browser can (WebCodecs, on HTTPS and localhost) and is fast enough.
//
// Frames are left out only above 30 a second, and none loses pixels that the server looks at. The library
// (vendor/mediabunny, made by tools/mediabunny.sh) is loaded when the first large film is chosen.

const LONGEST = 1280; // longest side that the server looks at (vision.io.photo.FILM_SIDE)
const BITS = 4_000_000; // bits a second; cards filmed in 1080p were read as well at this rate
const SMALL = 5_000_000; // films up to this many bytes are sent unchanged
const WORTH = 0.6; // reducing to more than this share of the bytes is not worth it
const MOST_SECONDS = 95;
const RATE = 30;
const TRIAL_MS = 2500; // seconds after which the total time is estimated
const SLOW = 1.5; // longest time for a second of film

const load = (address) => import(address);

/**
 * Return the reduced film, or the file itself if that is impossible, slow or gains little.
 *
 * `address`: of the library. `most`: largest film in bytes that the server accepts; above it even a slow reduction is
 * worth it. `onShare` gets the progress; `isWanted` tells whether the upload is still wanted.
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
    return file; // cancelled, or a codec unknown to this browser: send the film unchanged
  }
}
