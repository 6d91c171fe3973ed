import { useLocation } from 'wouter'
import { PageTabs } from '../kit/page-tabs'
import { Banners } from './site/banners'
import { Words } from './site/sensitive-words'
import { TextPage } from './site/text-page'
import { Texts } from './site/texts'
import { Versions } from './site/versions'

const tabs = [
  { id: '', name: '轮播图' },
  { id: 'articles', name: '文章' },
  { id: 'help', name: '帮助' },
  { id: 'versions', name: '应用版本' },
  { id: 'words', name: '敏感词' },
] as const

/**
 * 站点内容: banners of the home page, articles, help (`/site/<section>/<slug>` opens a text), versions of the app and
 * sensitive words. Review switches are on 设置.
 */
export function SitePage({ id = '', part }: { id?: string; part?: string }) {
  const [, go] = useLocation()
  const tab = tabs.find((one) => one.id === id)?.id ?? ''
  if (part && (id === 'articles' || id === 'help' || id === 'banners'))
    return <TextPage key={`${id} ${part}`} section={id} slug={part} />
  const bar = (
    <PageTabs label="分类" tabs={tabs} value={tab} onChange={(next) => go(next ? `/site/${next}` : '/site')} />
  )
  if (tab === 'versions') return <Versions tabs={bar} />
  if (tab === 'words') return <Words tabs={bar} />
  if (tab === 'articles' || tab === 'help') return <Texts key={tab} section={tab} tabs={bar} />
  return <Banners tabs={bar} />
}
