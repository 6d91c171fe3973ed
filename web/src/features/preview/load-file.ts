/** Why a file cannot be shown; the text tells people. */
export class FileProblem extends Error {
  /** Whether trying again may help. */
  readonly passing: boolean
  constructor(text: string, passing = false) {
    super(text)
    this.passing = passing
  }
}

/** Larger ones are better opened by a program of their own: a phone's browser would give up half way. */
export const largest = 60 * 1024 * 1024

export async function loadFile(url: string, signal: AbortSignal): Promise<Blob> {
  let response: Response
  try {
    response = await fetch(url, { signal })
  } catch (error) {
    if (signal.aborted) throw error
    throw new FileProblem('网络不通，文件没有加载下来', true)
  }
  if (response.status === 403) throw new FileProblem('链接过期了，请重新加载', true)
  if (!response.ok) throw new FileProblem(response.status === 404 ? '文件不存在或已被删除' : '文件没有加载下来', true)
  if (Number(response.headers.get('content-length')) > largest)
    throw new FileProblem('文件太大，请下载后用其他软件打开')
  try {
    return await response.blob()
  } catch (error) {
    if (signal.aborted) throw error
    throw new FileProblem('网络中断，文件没有加载完', true)
  }
}

/** What any reader of a file says when it cannot make sense of it. */
export function brokenFile(): FileProblem {
  return new FileProblem('文件打不开，可能已经损坏')
}
