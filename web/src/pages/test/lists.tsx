import { appLimits, timing } from '@dxx/contract/rules/constants'
import { afterPage, type LoadState, type RefreshState } from '@dxx/contract/rules/paging-state'
import { useEffect, useRef, useState } from 'react'
import { toast } from '../../state/flash'
import { Cover } from '../../ui/cover'
import { ListRow } from '../../ui/list-row'
import { LoadMore } from '../../ui/paging/load-more'
import { PagedList } from '../../ui/paging/paged-list'
import { RefreshSign } from '../../ui/paging/pull-gesture'
import { VirtualList } from '../../ui/paging/virtual-list'
import { Segmented } from '../../ui/segmented'
import { Section, Specimen } from './section'

const modes = [
  { value: 'ok', title: '正常' },
  { value: 'empty', title: '没有内容' },
  { value: 'fail', title: '加载失败' },
] as const

type Mode = (typeof modes)[number]['value']

const all = Array.from({ length: 26 }, (_, index) => ({ id: index + 1, title: `第 ${index + 1} 讲` }))
const many = Array.from({ length: 5000 }, (_, index) => ({ id: index, title: `第 ${index + 1} 条` }))
const pulls: RefreshState[] = ['pulling', 'ReleaseToRefresh', 'GoF2', 'Loading', 'Complete']
const feet: LoadState[] = ['Default', 'Loading', 'NoMore', 'Fail']

export function Lists() {
  const [mode, setMode] = useState<Mode>('ok')
  const demo = useLocalPages(mode)
  return (
    <>
      <Section title="列表底部">
        <Specimen name="四种状态">
          {feet.map((state) => (
            <LoadMore key={state} state={state} onLoadMore={() => {}} />
          ))}
        </Specimen>
      </Section>
      <Section title="下拉刷新">
        <Specimen name="拉得不够、够了、到二楼、刷新中、刷新好了">
          <div className="grid gap-3 text-12 text-ink-3 desk:grid-cols-5">
            {pulls.map((state) => (
              <p key={state} className="flex items-center justify-center gap-2">
                <RefreshSign state={state} />
              </p>
            ))}
          </div>
        </Specimen>
      </Section>
      <Section title="虚拟列表">
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
          tabIndex={0}
          aria-label="五千行的列表"
          className="h-60 overflow-y-auto rounded-card bg-card px-3.5"
        >
          <VirtualList
            items={many}
            itemKey={(item) => item.id}
            estimate={44}
            renderItem={(item) => <p className="hairline-b py-3">{item.title}</p>}
          />
        </section>
      </Section>
      <Section title="分页列表（下拉刷新）">
        <Segmented label="模拟的结果" options={modes} value={mode} onChange={setMode} />
        <PagedList
          key={mode}
          {...demo}
          onSecondFloor={() => toast('到二楼了')}
          itemKey={(item) => item.id}
          renderItem={(item) => (
            <ListRow
              media={<Cover small title={item.title} className="w-11 rounded-item" />}
              title={item.title}
              note={`视频 ${8 + (item.id % 7)} 分钟`}
            />
          )}
        />
      </Section>
    </>
  )
}

/** Hook that pages through `all` with the delay that the specification sets for local paging. */
function useLocalPages(mode: Mode) {
  const [count, setCount] = useState(0)
  const [loadState, setLoadState] = useState<LoadState>('Default')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const load = (from: number) =>
    new Promise<void>((resolve, reject) => {
      setLoadState('Loading')
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        if (mode === 'fail') {
          setLoadState('Fail')
          reject(new Error('as chosen'))
          return
        }
        const source = mode === 'empty' ? [] : all
        const received = source.slice(from, from + appLimits.pageSize).length
        setCount(from + received)
        setLoadState(afterPage(received, appLimits.pageSize))
        resolve()
      }, timing.localPaging)
    })

  // biome-ignore lint/correctness/useExhaustiveDependencies: the list restarts when the mode changes
  useEffect(() => {
    setCount(0)
    load(0).catch(() => {})
    return () => clearTimeout(timer.current)
  }, [mode])

  return {
    list: all.slice(0, count),
    loadState,
    refresh: () => load(0),
    loadMore: () => void load(count).catch(() => {}),
  }
}
