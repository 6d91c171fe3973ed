import { ownFileUrl } from '../../features/preview/own-file-url'
import { FilePreview } from '../../features/preview/preview'
import { ResourcePreview } from '../../features/preview/resource-preview'
import { usePageTitle } from '../../router/page-context'
import { usePageQuery } from '../../router/page-query'
import { buttonClass } from '../../ui/button'
import { Empty } from '../../ui/empty'

/** File preview: `?resource=` of a course or book, or `?url=` of an upload with its `&name=`. */
export default function FilePreviewPage() {
  const [{ resource, url, name }] = usePageQuery()
  if (resource) return <ResourcePreview key={resource} id={resource} />
  const address = ownFileUrl(url)
  if (address) return <OwnFile key={address} url={address} name={name || address.split('/').at(-1) || '文件'} />
  return (
    <Empty text="没有说明要看哪个文件，请从资料列表打开">
      <a href="#/pages/study/index" className={buttonClass('line')}>
        去我的学习
      </a>
    </Empty>
  )
}

function OwnFile({ url, name }: { url: string; name: string }) {
  usePageTitle(name)
  return <FilePreview url={url} name={name} title={name} mime="" bytes={0} refresh={async () => url} />
}
