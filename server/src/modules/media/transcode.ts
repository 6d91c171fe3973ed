import { spawn } from 'node:child_process'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findProgram } from '../../base/find-program'
import { MediaError } from './images'

/** Heights of the two renditions, and maximum bits per second of their pictures. */
const renditions = [
  { height: 720, rate: 2_500_000 },
  { height: 360, rate: 700_000 },
] as const
const segmentSeconds = 6
const audioRate = 128_000

/** Preview pictures: one sheet, so that a player loads one small file. */
const preview = { width: 160, height: 90, columns: 10, rows: 10 } as const

/** Whether this machine can convert videos. */
export const canTranscode = () => findProgram('ffmpeg') !== undefined

interface TranscodeOptions {
  durationSeconds: number
  width: number
  height: number
  /** Whole percent of the work done. */
  onProgress(percent: number): void
}

/**
 * Converts an mp4 to HLS in two sizes below `out`: master.m3u8, a folder per size, and a folder with preview pictures.
 * A video smaller than a size is not enlarged.
 */
export async function transcodeVideo(path: string, out: string, options: TranscodeOptions): Promise<void> {
  const { width, height, durationSeconds, onProgress } = options
  const short = Math.min(width, height)
  const sizes = renditions
    .map(({ height: lines, rate }) => ({ lines: Math.min(lines, even(short)), rate }))
    .filter(({ lines }, at, all) => all.findIndex((one) => one.lines === lines) === at)
  // Names the input format, so that ffmpeg opens no playlist or other file that refers to further files.
  const input = ['-protocol_whitelist', 'file', '-f', 'mov', '-i', `file:${path}`]
  const variants: string[] = []
  for (const [at, { lines, rate }] of sizes.entries()) {
    const name = `${lines}p`
    await mkdir(join(out, name), { recursive: true })
    // The shorter side gets the given number of lines, so that upright videos are not smaller than others. ffmpeg
    // compares the sides, because only ffmpeg knows whether the phone rotated the picture.
    const scale = `scale='if(gte(iw,ih),-2,${lines})':'if(gte(iw,ih),${lines},-2)'`
    await runFfmpeg([...input, ...renditionArguments(scale, rate), join(out, name, 'index.m3u8')], {
      folder: join(out, name),
      durationSeconds,
      onSeconds: (seconds) => onProgress(Math.floor(((at + seconds / durationSeconds) * 95) / sizes.length)),
    })
    variants.push(await describeVariant(out, name, resized(width, height, lines)))
  }
  const pictures = await cutPreviews(input, out, options)
  await writeFile(join(out, 'master.m3u8'), ['#EXTM3U', '#EXT-X-VERSION:6', ...variants, ...pictures, ''].join('\n'))
  onProgress(100)
}

const even = (value: number) => Math.max(2, value - (value % 2))

function resized(width: number, height: number, lines: number): [number, number] {
  const other = (long: number, short: number) => Math.round((long * lines) / short / 2) * 2
  return width >= height ? [other(width, height), lines] : [lines, other(height, width)]
}

const renditionArguments = (scale: string, rate: number) => [
  ...['-map', '0:v:0', '-map', '0:a:0?', '-sn', '-dn', '-map_metadata', '-1'],
  ...['-vf', scale, '-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'main', '-pix_fmt', 'yuv420p'],
  ...['-crf', '24', '-maxrate', String(rate), '-bufsize', String(2 * rate)],
  ...['-force_key_frames', `expr:gte(t,n_forced*${segmentSeconds})`],
  ...['-c:a', 'aac', '-b:a', String(audioRate), '-ac', '2'],
  ...['-f', 'hls', '-hls_time', String(segmentSeconds), '-hls_playlist_type', 'vod'],
  ...['-hls_flags', 'independent_segments', '-hls_segment_filename', '%05d.ts'],
]

/** Lines of the master playlist for one size; the bandwidth is that of its largest segment. */
async function describeVariant(out: string, name: string, [width, height]: [number, number]): Promise<string> {
  const text = await readFile(join(out, name, 'index.m3u8'), 'utf8')
  const seconds = [...text.matchAll(/#EXTINF:([\d.]+)/g)].map(([, length]) => Number(length))
  const files = (await readdir(join(out, name))).filter((file) => file.endsWith('.ts')).sort()
  let peak = 0
  for (const [i, file] of files.entries()) {
    const bytes = (await stat(join(out, name, file))).size
    // A last segment of less than a second does not show the rate.
    if ((seconds[i] ?? 0) >= 1 || files.length === 1)
      peak = Math.max(peak, (bytes * 8) / Math.max(0.1, seconds[i] ?? 1))
  }
  return `#EXT-X-STREAM-INF:BANDWIDTH=${Math.ceil(peak)},RESOLUTION=${width}x${height}\n${name}/index.m3u8`
}

/** Writes a sheet of preview pictures with its playlist. Returns the line of the master playlist. */
async function cutPreviews(input: string[], out: string, { durationSeconds }: TranscodeOptions): Promise<string[]> {
  const { width, height, columns, rows } = preview
  const every = Math.max(2, Math.ceil(durationSeconds / (columns * rows)))
  await mkdir(join(out, 'previews'), { recursive: true })
  const filter = [
    `fps=1/${every}:round=up:start_time=0`,
    `scale=${width}:${height}:force_original_aspect_ratio=decrease`,
    `pad=${width}:${height}:-1:-1`,
    `tile=${columns}x${rows}`,
  ].join(',')
  const picture = ['-map', '0:v:0', '-an', '-sn', '-dn', '-map_metadata', '-1', '-vf', filter]
  await runFfmpeg(
    [...input, ...picture, '-frames:v', '1', '-q:v', '5', '-f', 'image2', join(out, 'previews', 'sheet.jpg')],
    {
      folder: out,
      durationSeconds,
    },
  )
  const playlist = [
    '#EXTM3U',
    `#EXT-X-TARGETDURATION:${Math.ceil(durationSeconds)}`,
    '#EXT-X-VERSION:7',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-IMAGES-ONLY',
    `#EXTINF:${durationSeconds.toFixed(3)},`,
    `#EXT-X-TILES:RESOLUTION=${width}x${height},LAYOUT=${columns}x${rows},DURATION=${every}`,
    'sheet.jpg',
    '#EXT-X-ENDLIST',
    '',
  ]
  await writeFile(join(out, 'previews', 'index.m3u8'), playlist.join('\n'))
  return [
    `#EXT-X-IMAGE-STREAM-INF:BANDWIDTH=20000,RESOLUTION=${width}x${height},CODECS="jpeg",URI="previews/index.m3u8"`,
  ]
}

interface Run {
  /** Folder in which ffmpeg runs; names of segments are relative to it. */
  folder: string
  durationSeconds: number
  onSeconds?(seconds: number): void
}

/** Runs ffmpeg with the lowest priority, because students' requests come first. */
async function runFfmpeg(args: string[], { folder, durationSeconds, onSeconds = () => {} }: Run): Promise<void> {
  const ffmpeg = findProgram('ffmpeg')
  if (!ffmpeg) throw new MediaError('服务器没有安装 ffmpeg')
  const child = spawn(ffmpeg, ['-nostdin', '-v', 'error', '-y', '-progress', 'pipe:1', ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  try {
    if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  } catch {
    // The process has already ended.
  }
  // Longer than a slow machine needs: kills ffmpeg if it hangs on a file, so that the queue is not blocked.
  const timer = setTimeout(() => child.kill('SIGKILL'), (600 + durationSeconds * 30) * 1000)
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString('utf8')).slice(-500)
  })
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [, us] = /^out_time_us=(\d+)$/.exec(line) ?? []
    if (us) onSeconds(Math.min(durationSeconds, Number(us) / 1_000_000))
  })
  try {
    await new Promise<void>((resolve, reject) => {
      child.on('error', reject)
      child.on('close', (code) =>
        code === 0 ? resolve() : reject(new MediaError(`视频转换失败，可能已损坏${reasonIn(complaint)}`)),
      )
    })
  } finally {
    clearTimeout(timer)
  }
}

/** The last line of ffmpeg's message without paths of the server. */
function reasonIn(complaint: string): string {
  const line =
    complaint
      .trim()
      .split('\n')
      .at(-1)
      ?.replace(/(file:)?\/\S+/g, '…')
      .slice(0, 120) ?? ''
  return line ? `（${line}）` : ''
}
