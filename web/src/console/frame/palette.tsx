import LogOut from 'lucide-react/icons/log-out'
import Moon from 'lucide-react/icons/moon'
import Search from 'lucide-react/icons/search'
import Sun from 'lucide-react/icons/sun'
import { type ReactNode, useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { cx } from '../../ui/cx'
import { setTheme } from '../../ui/theme'
import { useDialog } from '../../ui/use-dialog'
import { useStaff } from '../api/hooks'
import { Face } from '../kit/face'
import { mayAny, useMe } from './me'
import { pages } from './pages'
import { logOut } from './person-menu'

interface Hit {
  id: string
  group: string
  title: string
  note?: string
  icon: ReactNode
  run(): void
}

/** Letters needed before people are looked for. */
const enough = 2

/** Command palette over pages, actions and people. */
export function Palette({ onClose }: { onClose(): void }) {
  const id = useId()
  const dialog = useDialog(true, onClose)
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const { hits, looking } = useHits(text.trim())
  const chosen = Math.min(at, hits.length - 1)
  const list = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another hit is chosen
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' })
  }, [chosen])

  const run = (hit: Hit | undefined) => {
    if (!hit) return
    onClose()
    hit.run()
  }
  const move = (step: number) => setAt((chosen + step + hits.length) % Math.max(1, hits.length))

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is on the backdrop; the keyboard has Esc
    <dialog
      {...dialog}
      aria-label="搜索"
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className="dialog console-palette"
    >
      <div className="flex max-h-[min(480px,80dvh)] flex-col bg-card">
        <div className="flex items-center gap-2.5 border-b border-line px-4">
          <Search size={17} className="shrink-0 text-ink-3" />
          <input
            data-autofocus
            role="combobox"
            aria-label="搜索页面和人"
            aria-expanded={hits.length > 0}
            aria-controls={`${id}-list`}
            aria-activedescendant={hits[chosen] ? `${id}-${chosen}` : undefined}
            autoComplete="off"
            placeholder="页面、操作、员工的姓名或手机号"
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setAt(0)
            }}
            onKeyDown={(event) => {
              if (event.nativeEvent.isComposing) return
              const act = { ArrowDown: () => move(1), ArrowUp: () => move(-1), Enter: () => run(hits[chosen]) }[
                event.key
              ]
              if (!act) return
              event.preventDefault()
              act()
            }}
            className="h-13 min-w-0 flex-1 bg-transparent text-[1rem] outline-none desk:text-15"
          />
        </div>
        <div
          ref={list}
          id={`${id}-list`}
          role="listbox"
          aria-label="结果"
          className="min-h-0 flex-1 overflow-y-auto p-1.5"
        >
          {hits.map((hit, index) => (
            <div key={hit.id}>
              {hit.group !== hits[index - 1]?.group && (
                <p aria-hidden="true" className="px-2.5 pt-2 pb-1 text-11 text-ink-3">
                  {hit.group}
                </p>
              )}
              {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the combobox */}
              <div
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === chosen}
                onClick={() => run(hit)}
                onPointerMove={() => setAt(index)}
                className={cx(
                  'flex min-h-11 cursor-pointer items-center gap-2.5 rounded-item px-2.5 desk:min-h-9',
                  index === chosen && 'bg-primary-soft text-primary',
                )}
              >
                {hit.icon}
                <span className="min-w-0 flex-1 truncate text-14">{hit.title}</span>
                <span className="truncate text-12 text-ink-2">{hit.note}</span>
              </div>
            </div>
          ))}
        </div>
        {(hits.length === 0 || looking) && (
          <p role="status" className="px-4 pb-4 text-center text-ink-3">
            {looking ? '正在查找…' : '没有找到'}
          </p>
        )}
      </div>
    </dialog>
  )
}

function useHits(text: string): { hits: Hit[]; looking: boolean } {
  const me = useMe()
  const [, go] = useLocation()
  const keyword = useDeferredValue(text)
  const wanted = keyword.length >= enough && mayAny(me, ['staff.manage'])
  const people = useStaff('GET /staff/v1/people_list', { keyword, limit: 8 }, { enabled: wanted })
  const fits = (title: string) => title.toLowerCase().includes(text.toLowerCase())
  const opened: Hit[] = pages
    .filter(({ title, permissions }) => mayAny(me, permissions) && fits(title))
    .map(({ path, title, icon: Icon }) => ({
      id: `page-${path}`,
      group: '页面',
      title,
      icon: <Icon size={16} />,
      run: () => go(`/${path}`),
    }))
  const actions: Hit[] = [
    { id: 'light', title: '浅色外观', icon: <Sun size={16} />, run: () => setTheme('light') },
    { id: 'dark', title: '深色外观', icon: <Moon size={16} />, run: () => setTheme('dark') },
    { id: 'out', title: '退出管理台', icon: <LogOut size={16} />, run: logOut },
  ]
    .filter(({ title }) => fits(title))
    .map((action) => ({ ...action, group: '操作' }))
  const found: Hit[] = (wanted ? (people.data?.list ?? []) : []).map((person) => ({
    id: `person-${person.id}`,
    group: '员工',
    title: person.nickname,
    note: [...new Set(person.grants.map(({ roleName }) => roleName))].join('、'),
    icon: <Face id={person.id} name={person.nickname} src={person.avatar} size={22} />,
    run: () => go(`/staff/${person.id}`),
  }))
  return { hits: [...opened, ...found, ...actions], looking: wanted && people.isFetching }
}
