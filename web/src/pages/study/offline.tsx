import type { CurriculumCard } from '@dxx/contract/calls/catalogue'
import { useEffect, useState } from 'react'
import { isBook, useShowBook } from '../../features/catalogue/use-show-book'
import { ChooseSheet } from '../../features/offline/choose-sheet'
import { deviceSpace, removeOffline } from '../../features/offline/downloads'
import { OfflineGroup } from '../../features/offline/offline-group'
import { compareChapters, type OfflineChapter } from '../../features/offline/offline-store'
import { PickCurriculumSheet } from '../../features/offline/pick-sheet'
import { RecentGroup } from '../../features/offline/recent-group'
import { useOffline } from '../../features/offline/use-offline'
import { toast } from '../../state/flash'
import { showModal } from '../../state/store'
import { Button } from '../../ui/button'
import { bytesText } from '../../ui/bytes-text'
import { Empty } from '../../ui/empty'
import { SkeletonRows } from '../../ui/skeleton-shapes'

/** Courses and books available offline. */
export default function OfflinePage() {
  const showBook = useShowBook()
  const chapters = useOffline()?.filter(({ curriculum }) => showBook || !isBook(curriculum))
  const [picking, setPicking] = useState(false)
  const [chosen, setChosen] = useState<CurriculumCard | null>(null)

  async function remove(some: readonly OfflineChapter[], question: string) {
    const [first] = some
    if (!first || (await showModal({ content: question, confirmText: '删除', type: 2 })) !== 'confirm') return
    await removeOffline(
      first.userId,
      some.map(({ chapter }) => chapter.id),
    )
    toast('已从本机删除')
  }

  return (
    <div className="space-y-3 px-4 pb-10 tablet:pt-2">
      {!chapters ? (
        <SkeletonRows />
      ) : chapters.length === 0 ? (
        <Empty hint="把要学的章节存到本机，没有网络也能学">
          <Button className="min-w-40" onClick={() => setPicking(true)}>
            选择要保存的内容
          </Button>
        </Empty>
      ) : (
        <>
          <Space chapters={chapters} />
          {groups(chapters).map(({ curriculum, list }) => (
            <OfflineGroup
              key={curriculum.id}
              curriculum={curriculum}
              chapters={list}
              onAdd={() => setChosen(curriculum)}
              onRemove={(some) => void remove(some, `从本机删除「${some[0]?.chapter.title}」？学习记录不受影响。`)}
            />
          ))}
          <Button block kind="line" onClick={() => setPicking(true)}>
            保存更多内容
          </Button>
          <Button block kind="text" onClick={() => void remove(chapters, '从本机删除全部离线内容？学习记录不受影响。')}>
            清空离线内容
          </Button>
        </>
      )}
      <RecentGroup saved={new Set((chapters ?? []).map(({ chapter }) => chapter.id))} />
      {picking && (
        <PickCurriculumSheet
          onClose={() => setPicking(false)}
          onPick={(curriculum) => {
            setPicking(false)
            setChosen(curriculum)
          }}
        />
      )}
      {chosen && (
        <ChooseSheet
          curriculum={chosen}
          savedIds={
            new Set((chapters ?? []).filter(({ state }) => state !== 'stopped').map(({ chapter }) => chapter.id))
          }
          onClose={() => setChosen(null)}
        />
      )}
    </div>
  )
}

function groups(chapters: readonly OfflineChapter[]): { curriculum: CurriculumCard; list: OfflineChapter[] }[] {
  const byId = new Map<string, { curriculum: CurriculumCard; list: OfflineChapter[] }>()
  for (const one of chapters) {
    const group = byId.get(one.curriculum.id) ?? { curriculum: one.curriculum, list: [] }
    group.list.push(one)
    byId.set(one.curriculum.id, group)
  }
  for (const { list } of byId.values()) list.sort((a, b) => compareChapters(a.chapter, b.chapter))
  return [...byId.values()]
}

function Space({ chapters }: { chapters: readonly OfflineChapter[] }) {
  const bytes = chapters.reduce((sum, one) => sum + one.bytes, 0)
  const [free, setFree] = useState<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the free space changes with the stored bytes
  useEffect(() => {
    let here = true
    void deviceSpace().then((space) => here && setFree(space?.free ?? null))
    return () => {
      here = false
    }
  }, [bytes])
  return (
    <p className="pt-1 text-13 text-ink-2">
      {chapters.length} 节，占用 {bytesText(bytes)}
      {free !== null && `，本机还可以存 ${bytesText(free)}`}
    </p>
  )
}
