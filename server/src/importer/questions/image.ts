import type { Storage } from '../../adapters/storage/storage'
import { MediaError, type StoredMedia, storeImage } from '../../modules/media/public'
import type { CompileContext } from './compile'

/** Stores an image of an imported file; an unsupported image is replaced by its description. */
export async function storeQuestionImage(
  storage: Storage,
  name: string,
  data: Buffer | undefined,
  report: CompileContext['report'],
): Promise<StoredMedia | null> {
  try {
    if (!data) throw new MediaError(`图片 ${name} 不在文件里`)
    return await storeImage(storage, data, { area: 'f', max: 1600, sizes: [800], trusted: false })
  } catch (error) {
    if (!(error instanceof MediaError)) throw error
    report('warning', `没有带入图片 ${name}：${error.message}`)
    return null
  }
}
