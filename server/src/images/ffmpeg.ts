import { spawn } from 'node:child_process'
import { rm, stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { DecodeError } from './decode-error.ts'
import { ffmpegBytesMax, ffmpegSecondsMax, hangFactor, soundSecondsMax } from './limits.ts'

/** A frame of a video as PNG, or the sound of a file as WAV. */
export type MediaKind = 'video' | 'audio'

/**
 * The containers that ffmpeg can read. Other containers reference more files, which ffmpeg would open:
 * playlists (HLS, DASH) and lists of files (concat).
 */
const containers = [
  ...['mov', 'mp4', 'm4a', '3gp', '3g2', 'mj2', 'matroska', 'webm', 'avi', 'mpeg', 'mpegts'],
  ...['mp3', 'ogg', 'flac', 'aac', 'aiff', 'wav'],
]

const frameSideMax = 1_920
/** Number of frames that are compared to find the most representative one. */
const framesCompared = 50

/**
 * Writes a frame of a video, or the sound of a file, with the operator's ffmpeg. Its process has limits of
 * CPU time and memory, the lowest priority, no environment, access to local files only, and no containers
 * that reference other files. If the process is killed for another reason, the file is read once more.
 * @throws {DecodeError} `damaged` if nothing can be read, `decoder_failed` if the process exceeds its limits.
 */
export async function extractMedia(
  ffmpeg: string,
  kind: MediaKind,
  path: string,
  output: string,
): Promise<void> {
  // The beginning is often black or a title, but a short video may end before 3 s.
  const attempts =
    kind === 'audio' ? [soundTo(path, output)] : [frameTo(path, output, 3), frameTo(path, output, 0)]
  for (const args of attempts) {
    const first = await run(ffmpeg, args)
    const outcome = first === 'killed' ? await run(ffmpeg, args) : first
    if (outcome === 'killed') throw new DecodeError('decoder_failed')
    const size = await stat(output).then(
      ({ size }) => size,
      () => 0,
    )
    if (outcome === 'done' && size > 0) return
    await rm(output, { force: true })
  }
  throw new DecodeError('damaged')
}

const common = (path: string) => [
  '-nostdin',
  '-v',
  'error',
  '-threads',
  '1',
  '-protocol_whitelist',
  'file',
  '-format_whitelist',
  containers.join(),
  '-i',
  `file:${path}`,
]

function frameTo(path: string, output: string, seconds: number): string[] {
  const side = `'min(${frameSideMax},iw)':'min(${frameSideMax},ih)':force_original_aspect_ratio=decrease`
  const filters = `thumbnail=${framesCompared},scale=${side}`
  return [
    ...['-ss', String(seconds), ...common(path)],
    ...[
      '-map',
      '0:v:0',
      '-an',
      '-sn',
      '-dn',
      '-vf',
      filters,
      '-frames:v',
      '1',
      '-f',
      'image2',
      '-c:v',
      'png',
    ],
    ...['-update', '1', '-y', `file:${output}`],
  ]
}

/** Mono is enough for a waveform. */
const soundTo = (path: string, output: string): string[] => [
  ...common(path),
  ...['-map', '0:a:0', '-vn', '-sn', '-dn', '-ac', '1', '-ar', '8000', '-t', String(soundSecondsMax)],
  ...['-f', 'wav', '-c:a', 'pcm_s16le', '-y', `file:${output}`],
]

type Outcome = 'done' | 'unreadable' | 'killed'

/** Time within which no process can use up its CPU time, regardless of its number of threads. */
const killedMsMax = (ffmpegSecondsMax * 1_000) / (2 * availableParallelism())

function run(ffmpeg: string, args: string[]): Promise<Outcome> {
  const limits = `ulimit -c 0; ulimit -t ${ffmpegSecondsMax}; ulimit -v ${Math.ceil(ffmpegBytesMax / 1024)}`
  const [program, all] =
    process.platform === 'linux'
      ? ['/bin/sh', ['-c', `${limits}; exec nice -n 19 "$0" "$@"`, ffmpeg, ...args]]
      : [ffmpeg, args]
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const child = spawn(program as string, all as string[], {
      stdio: 'ignore',
      env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
      timeout: ffmpegSecondsMax * hangFactor * 1_000,
      killSignal: 'SIGKILL',
    })
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      if (isMissing(code)) reject(new Error(`FFMPEG_PATH is not an executable program: ${ffmpeg}`))
      // A process that exceeds its CPU time is ended by SIGXCPU or SIGKILL. A process that cannot read the
      // file exits with a code.
      else if (signal === null) resolve(code === 0 ? 'done' : 'unreadable')
      else if (isOfOthers(signal) && performance.now() - startedAt < killedMsMax) resolve('killed')
      else reject(new DecodeError('decoder_failed'))
    })
  })
}

const isOfOthers = (signal: string) => ['SIGKILL', 'SIGTERM', 'SIGINT'].includes(signal)

/** A missing program, as the shell reports it. */
const isMissing = (code: number | null) => process.platform === 'linux' && (code === 126 || code === 127)
