import { download } from '../../api/download'
import { ApiError } from '../../api/error'

/** Why a file cannot be shown; the message is for the user. */
export class FileProblem extends Error {
  /** Whether a retry may help. */
  readonly passing: boolean
  constructor(text: string, passing = false) {
    super(text)
    this.passing = passing
  }
}

/** Maximum size of a preview in bytes; a phone's browser would fail on larger files. */
const largest = 60 * 1024 * 1024

export async function loadFile(url: string, signal: AbortSignal): Promise<Blob> {
  try {
    return await download(url, { signal, check })
  } catch (error) {
    if (signal.aborted || error instanceof FileProblem) throw error
    if (error instanceof ApiError && error.name === 'timeout') throw noDataProblem()
    throw new FileProblem('网络不通或中断，文件没有加载下来', true)
  }
}

function check({ status, ok, headers }: Response): void {
  if (status === 403) throw new FileProblem('链接过期了，请重新加载', true)
  if (!ok) throw new FileProblem(status === 404 ? '文件不存在或已被删除' : '文件没有加载下来', true)
  if (Number(headers.get('content-length')) > largest) throw new FileProblem('文件太大，请下载后用其他软件打开')
}

/** Error if no data of the file arrives for 60 s. */
export function noDataProblem(): FileProblem {
  return new FileProblem('60 秒没有收到数据，文件没有加载下来，请检查网络后重试', true)
}

/** Error for a file that cannot be parsed. */
export function brokenFile(): FileProblem {
  return new FileProblem('文件打不开，可能已经损坏')
}
