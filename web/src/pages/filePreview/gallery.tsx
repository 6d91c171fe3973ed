import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ownFileUrl } from '../../features/preview/own-file-url'
import { showPhotos } from '../../features/preview/photos'
import { navigateBack } from '../../router/navigation'
import { usePage } from '../../router/page-context'
import { usePageQuery } from '../../router/page-query'
import { Button } from '../../ui/button'
import { Empty } from '../../ui/empty'

/** Pictures in the full window: `?urls=` are comma-separated URLs, `&at=` is the index shown first. */
export default function GalleryPage() {
  const [{ urls = '', at }] = usePageQuery()
  const photos = urls.split(',').flatMap((one) => ownFileUrl(one) ?? [])
  if (photos.length === 0) {
    return (
      <div className="pt-safe grid min-h-dvh place-items-center">
        <h1 className="sr-only">图片预览</h1>
        <Empty text="没有可以看的图片">
          <Button kind="line" className="min-w-36" onClick={() => void navigateBack()}>
            返回
          </Button>
        </Empty>
      </div>
    )
  }
  return <Photos key={urls} addresses={photos} first={Math.min(photos.length - 1, Math.max(0, Number(at) || 0))} />
}

function Photos({ addresses, first }: { addresses: string[]; first: number }) {
  const { active } = usePage()
  const [failed, setFailed] = useState(false)
  const leaving = useRef(false)
  const open = useEffectEvent(() =>
    showPhotos(
      addresses.map((src, index) => ({ src, alt: `第 ${index + 1} 张图` })),
      first,
      () => {
        // Goes back only if the user closed the gallery, not if leaving the page closed it.
        if (!leaving.current) void navigateBack()
      },
    ),
  )
  useEffect(() => {
    if (!active || failed) return
    leaving.current = false
    const opening = open()
    opening.catch(() => setFailed(true))
    return () => {
      leaving.current = true
      void opening.then(
        (close) => close(),
        () => {},
      )
    }
  }, [active, failed])
  return (
    <div className="min-h-dvh bg-black">
      <h1 className="sr-only">图片预览</h1>
      {failed && (
        <div className="grid min-h-dvh place-items-center bg-page">
          <Empty type="error" text="图片没有加载出来" onRetry={() => setFailed(false)} />
        </div>
      )}
    </div>
  )
}
