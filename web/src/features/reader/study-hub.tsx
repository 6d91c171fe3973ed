import './reader.css'
import './chapter.css'
import type { ChapterRow, CurriculumInfo } from '@dxx/contract/calls/catalogue'
import type { Highlight } from '@dxx/contract/calls/reading'
import Search from 'lucide-react/icons/search'
import SquareTerminal from 'lucide-react/icons/square-terminal'
import { Suspense, useState } from 'react'
import { useCall } from '../../api/use-call'
import { usePageTitle } from '../../router/page-context'
import { usePageQuery } from '../../router/page-query'
import { pageUrl } from '../../router/page-url'
import { buttonClass } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { Progress } from '../../ui/progress'
import { Skeleton } from '../../ui/skeleton'
import { SkeletonRows } from '../../ui/skeleton-shapes'
import { TabPanel, Tabs } from '../../ui/tabs'
import { useDesktop, useTopBar } from '../../ui/use-media'
import { CoverOf } from '../catalogue/cover-of'
import { studyHref } from '../catalogue/kinds'
import { Chapters } from '../details/chapters'
import { curriculumShareCard, useShareCard } from '../share/share-card'
import { useHighlights } from './highlights/store'
import { lazyFeature } from './lazy-feature'
import { NoteSheet } from './panels/note-sheet'
import { NotesPanel } from './panels/notes-panel'
import { ResourcesPanel } from './panels/resources-panel'
import { StudyChapters } from './study-chapters'

const ChapterTest = lazyFeature(() => import('../questions/chapter-test').then(({ ChapterTest }) => ChapterTest))

const MasteryMap = lazyFeature(() => import('./mastery-map').then(({ MasteryMap }) => MasteryMap))

const tabs = [
  { id: 'contents', title: '目录' },
  { id: 'map', title: '知识地图' },
  { id: 'tests', title: '测验' },
  { id: 'resources', title: '资源' },
  { id: 'notes', title: '笔记' },
] as const
type Tab = (typeof tabs)[number]['id']

const columns = 'px-4 pb-10 desk:grid desk:grid-cols-[minmax(0,1fr)_20rem] desk:items-start desk:gap-6'

/** Study page of a textbook: progress and all related content. */
export function StudyHub({ id }: { id: string }) {
  const [query, change] = usePageQuery()
  const { data: info, error, refetch } = useCall('GET /v1/textbooks_info', { id })
  const chapters = useCall('GET /v1/textbooks_chapter', { id })
  const rows = chapters.data ?? []
  usePageTitle(info?.title)
  useShareCard(curriculumShareCard(info))
  const desktop = useDesktop()
  const wide = useTopBar()
  const tab = tabs.find((one) => one.id === query.tab)?.id ?? 'contents'
  if (!info) {
    if (error) return <Empty type="error" text={error.msg} onRetry={error.decided ? undefined : () => void refetch()} />
    return (
      <div className={`${columns} max-desk:space-y-4`}>
        <Skeleton className="h-28 rounded-card desk:order-2" />
        <SkeletonRows count={4} className="grid gap-2.5 tablet:grid-cols-2 tablet:gap-4" />
      </div>
    )
  }
  return (
    <div className={columns}>
      <aside aria-label="进度与测验" className="space-y-4 desk:sticky desk:top-0 desk:order-2">
        <Head info={info} />
        {desktop && tab !== 'tests' && <Tests id={id} heading />}
      </aside>
      <div className="min-w-0">
        <div className="mt-2 desk:mt-0">
          <Tabs
            id="study"
            label="教材的内容"
            items={tabs}
            value={tab}
            onChange={(next: Tab) => change({ tab: next })}
            hrefOf={(next) => `#${pageUrl('pages/digital-textbooks/study', { id, tab: next })}`}
          />
        </div>
        <TabPanel tabs="study" value={tab}>
          <div className="pt-2">
            {tab === 'contents' ? (
              wide && chapters.data ? (
                <StudyChapters info={info} rows={rows} />
              ) : (
                <Chapters info={info} />
              )
            ) : tab === 'map' ? (
              <Suspense fallback={<SkeletonRows count={4} className="grid gap-3 desk:grid-cols-2" />}>
                <MasteryMap info={info} rows={rows} />
              </Suspense>
            ) : tab === 'tests' ? (
              <Tests id={id} />
            ) : tab === 'resources' ? (
              <div className="-mx-4">
                <ResourcesPanel curriculumId={id} />
              </div>
            ) : (
              <MyNotes info={info} rows={rows} />
            )}
          </div>
        </TabPanel>
      </div>
    </div>
  )
}

/** Tests of the textbook: a tab on phones, beside the chapters on desktops. */
function Tests({ id, heading = false }: { id: string; heading?: boolean }) {
  return (
    <section aria-label="章末测验">
      {heading && <h2 className="mb-2 text-15 font-bold">章末测验</h2>}
      <Suspense fallback={<SkeletonRows count={3} />}>
        <ChapterTest textbookId={id} />
      </Suspense>
    </section>
  )
}

function Head({ info }: { info: CurriculumInfo }) {
  const { progress, id } = info
  const first = progress || info.owned ? undefined : (info.trialChapterId ?? undefined)
  return (
    <section aria-label="学习进度" className="flex gap-3.5 rounded-card bg-card p-3.5">
      <CoverOf item={info} eager className="w-18 shrink-0 self-start rounded-cover" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{info.title}</p>
        <p className="mt-0.5 truncate text-12 text-ink-3">
          {progress ? `上次读到 ${progress.chapterTitle}` : info.subtitle || info.by}
        </p>
        <div className="mt-2 flex items-center gap-2.5">
          <Progress value={progress?.percent ?? 0} label="阅读进度" />
          <span className="tabular-nums shrink-0 text-12 text-ink-3">{progress?.percent ?? 0}%</span>
        </div>
        <div className="mt-2.5 flex flex-wrap gap-x-2.5 gap-y-3">
          <a href={studyHref(info, first)} className={buttonClass('primary', 'small')}>
            {progress ? '继续阅读' : '开始阅读'}
          </a>
          <a href={`#${pageUrl('pages/digital-textbooks/search', { id })}`} className={buttonClass('plain', 'small')}>
            <Search aria-hidden="true" size={15} className="hidden tablet:block" />
            搜全书
          </a>
          <a href={`#${pageUrl('pages/digital-textbooks/runcode')}`} className={buttonClass('plain', 'small')}>
            <SquareTerminal aria-hidden="true" size={15} className="hidden tablet:block" />
            写代码
          </a>
        </div>
      </div>
    </section>
  )
}

function MyNotes({ info, rows }: { info: CurriculumInfo; rows: readonly ChapterRow[] }) {
  const highlights = useHighlights({ id: info.id, kind: info.kind, title: info.title })
  const [editing, setEditing] = useState<Highlight | null>(null)
  return (
    <div className="reader -mx-4" data-reader-theme="auto">
      <NotesPanel
        kind="textbook"
        curriculumId={info.id}
        highlights={highlights.list}
        waiting={highlights.waiting}
        rows={rows}
        onEdit={setEditing}
        onRemove={highlights.remove}
      />
      {editing && (
        <NoteSheet
          draft={editing.id}
          quote={editing.locator.exact}
          note={editing.note}
          onSave={(note) => {
            const { id, chapterId, mark, locator, chapterTitle } = editing
            highlights.put({ id, chapterId, mark, note, locator, revision: 0 }, chapterTitle)
            setEditing(null)
          }}
          onClose={() => setEditing(null)}
        />
      )}
    </div>
  )
}
