import { timing } from '@dxx/contract/rules/constants'

/** Time-out in milliseconds for reading the header; after that the server decides. */
const readFor = 5000

/** Returns the length of a video file in seconds; null if this browser cannot read it. */
function videoDuration(file: File): Promise<number | null> {
  const address = URL.createObjectURL(file)
  const video = document.createElement('video')
  return new Promise<number | null>((resolve) => {
    setTimeout(() => resolve(null), readFor)
    video.onloadedmetadata = () => resolve(Number.isFinite(video.duration) ? video.duration : null)
    video.onerror = () => resolve(null)
    video.preload = 'metadata'
    video.src = address
  }).finally(() => {
    video.removeAttribute('src')
    URL.revokeObjectURL(address)
  })
}

/** Returns why a file cannot be sent as a video, or null. The server checks the same by content. */
export async function videoProblem(file: File): Promise<string | null> {
  if (!file.type.startsWith('video/')) return '请选择视频文件'
  const seconds = await videoDuration(file)
  if (seconds !== null && Math.floor(seconds) > timing.videoMaxSeconds)
    return `视频不能超过 ${timing.videoMaxSeconds} 秒，请剪短后再上传`
  return null
}
