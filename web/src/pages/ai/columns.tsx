import { type MouseEvent, type ReactNode, useState } from 'react'
import { Conversations, type ConversationsProps } from '../../features/ai/conversations'
import { SourcesPanel } from '../../features/ai/sources-panel'
import type { ShownTurn } from '../../features/ai/use-conversation'
import { Button } from '../../ui/button'
import { useDesktop, useMedia } from '../../ui/use-media'

interface Cited {
  turn: string
  /** URL of the citation, or null if no citation was chosen. */
  link: string | null
}

interface AiColumnsProps extends ConversationsProps {
  turns: readonly ShownTurn[]
  onNew(): void
  /** Renders the conversation; `onSources` shows the sources of a turn at the right, if there is room. */
  children(onSources: ((turnId: string) => void) | undefined): ReactNode
}

/** Conversations at the left, the open one in the middle, its sources at the right; phones show the middle only. */
export function AiColumns({ turns, onNew, children, ...list }: AiColumnsProps) {
  const [cited, setCited] = useState<Cited | null>(null)
  const desktop = useDesktop()
  const panel = useMedia('(min-width: 1180px)')
  const latest = turns.findLast(({ sources }) => sources.length > 0)
  return (
    <div className="desk:grid desk:grid-cols-[220px_minmax(0,1fr)] desk:gap-5 desk:px-4 min-[1180px]:grid-cols-[220px_minmax(0,1fr)_300px]">
      {desktop && (
        <Side label="对话记录">
          <Button block kind="line" onClick={onNew} disabled={turns.length === 0}>
            新对话
          </Button>
          <div className="mt-3">
            <Conversations {...list} />
          </div>
        </Side>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: handles only clicks on links, which the keyboard triggers too */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: see above */}
      <div
        onClick={panel ? (event) => showCited(event, setCited) : undefined}
        className="flex min-h-dvh min-w-0 flex-col tablet:min-h-[calc(100dvh-65px)]"
      >
        {children(panel ? (turn) => setCited({ turn, link: null }) : undefined)}
      </div>
      {panel && (
        <Side label="出处">
          <h2 className="mb-2 flex min-h-11 items-center text-15 font-bold">出处</h2>
          <SourcesPanel turn={turns.find(({ id }) => id === cited?.turn) ?? latest} chosen={cited?.link ?? null} />
        </Side>
      )}
    </div>
  )
}

/** Shows a clicked citation beside the conversation instead of opening its page. */
function showCited(event: MouseEvent, show: (cited: Cited) => void): void {
  const link = (event.target as Element).closest?.('a.cite')
  const turn = link?.closest<HTMLElement>('[data-turn]')?.dataset.turn
  if (!link || !turn || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  show({ turn, link: link.getAttribute('href') })
}

/** Column beside the conversation that scrolls by itself. */
function Side({ label, children }: { label: string; children: ReactNode }) {
  return (
    <aside
      aria-label={label}
      className="sticky top-0 max-h-[calc(100dvh-65px)] self-start overflow-y-auto overscroll-contain pt-4 pb-6"
    >
      {children}
    </aside>
  )
}
