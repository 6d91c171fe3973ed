import { execFile } from 'node:child_process'
import { findProgram } from '../../base/find-program'

const timeoutMs = 30_000
const maxBytes = 16 * 1024 * 1024

/** Extracts a video frame as JPEG with ffmpeg; null if ffmpeg is missing or finds no frame. */
export async function cutFrame(path: string, atSeconds: number): Promise<Buffer | null> {
  const ffmpeg = findProgram('ffmpeg')
  if (!ffmpeg) return null
  // A media file can refer to other files or URLs; ffmpeg may open local files only.
  const input = ['-protocol_whitelist', 'file', '-ss', atSeconds.toFixed(2), '-i', `file:${path}`]
  const output = ['-an', '-sn', '-frames:v', '1', '-c:v', 'mjpeg', '-q:v', '2', '-f', 'image2pipe', 'pipe:1']
  return new Promise((resolve) => {
    const options = { encoding: 'buffer', timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: maxBytes } as const
    const child = execFile(ffmpeg, ['-nostdin', '-v', 'error', ...input, ...output], options, (error, frame) =>
      resolve(error || frame.length === 0 ? null : frame),
    )
    child.stdin?.end()
  })
}
