import { useLocation } from 'wouter'
import { PageTabs } from '../kit/page-tabs'
import { Banners } from './site/banners'
import { Versions } from './site/versions'
import { Words } from './site/words'

const tabs = [
  { id: '', name: '轮播图' },
  { id: 'versions', name: '应用版本' },
  { id: 'words', name: '敏感词' },
] as const

/** 站点内容: banners of the home page, versions of the app and sensitive words. Review switches are on 设置. */
export function SitePage({ id = '' }: { id?: string }) {
  const [, go] = useLocation()
  const tab = tabs.find((one) => one.id === id)?.id ?? ''
  const bar = (
    <PageTabs label="分类" tabs={tabs} value={tab} onChange={(next) => go(next ? `/site/${next}` : '/site')} />
  )
  if (tab === 'versions') return <Versions tabs={bar} />
  if (tab === 'words') return <Words tabs={bar} />
  return <Banners tabs={bar} />
}
