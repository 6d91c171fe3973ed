import { Dialog } from '../kit/dialog'
import { useShortcuts } from '../kit/shortcuts'

const names: Record<string, string> = {
  escape: 'Esc',
  enter: 'Enter',
  backspace: '退格',
  'mod+k': 'Ctrl K',
  'mod+enter': 'Ctrl Enter',
  'mod+z': 'Ctrl Z',
  ' ': '空格',
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
}

const order = ['常用', '列表', '本页']

/** Dialog with all keyboard shortcuts that work on the current page. */
export function KeyHelp({ onClose }: { onClose(): void }) {
  const list = useShortcuts((state) => state.list)
  // Of two shortcuts with the same key only the newer one works. A shortcut without a label is a second key of another
  // one.
  const live = list.filter(({ key, label }, at) => label && list.findLastIndex((one) => one.key === key) === at)
  const groups = [...new Set([...order, ...live.map(({ group }) => group)])]
  return (
    <Dialog open onClose={onClose} title="快捷键" note="输入文字时，字母键不起作用">
      <div className="space-y-4">
        {groups.map((group) => {
          const shown = live.filter((one) => one.group === group)
          return shown.length === 0 ? null : (
            <section key={group} aria-label={group}>
              <h3 className="mb-1 text-12 text-ink-3">{group}</h3>
              <dl>
                {shown.map(({ key, label }) => (
                  <div key={key} className="flex min-h-8.5 items-center justify-between border-b border-line">
                    <dt>{label}</dt>
                    <dd>
                      <kbd className="inline-grid h-5 min-w-5 place-items-center rounded-[5px] bg-fill px-1.5 font-sans text-11 text-ink-2 inset-ring inset-ring-line">
                        {names[key] ?? key.toUpperCase()}
                      </kbd>
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          )
        })}
      </div>
    </Dialog>
  )
}
