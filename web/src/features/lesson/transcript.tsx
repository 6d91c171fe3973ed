import { formatClock } from '@dxx/contract/rules/format'
import { useRef } from 'react'
import { cx } from '../../ui/cx'
import { Empty } from '../../ui/empty'
import { type Playhead, startedAt } from '../player/playhead'
import { usePlayhead } from '../player/use-playhead'
import { useFollow } from './use-follow'

interface TranscriptProps {
  playhead: Playhead
  /** Whether the surrounding element scrolls; otherwise the list has a box of its own. */
  inner: boolean
  onJump(seconds: number): void
}

/** The subtitles as a text that follows the video; a tap on a sentence plays from there. */
export function Transcript({ playhead, inner, onJump }: TranscriptProps) {
  const cues = usePlayhead(playhead, (head) => head.cues)
  const current = usePlayhead(playhead, (head) => startedAt(head.cues, head.time))
  const box = useRef<HTMLDivElement>(null)
  const follow = useFollow(box, current)

  if (cues.length === 0) return <Empty hint="字幕载入后，这里会出现文稿" />
  return (
    <div ref={box} {...follow} className={inner ? undefined : 'max-h-[56dvh] overflow-y-auto overscroll-contain'}>
      <ol aria-label="文稿">
        {cues.map((cue) => (
          <li key={cue.start}>
            {cue.section && <h3 className="px-2.5 pt-3 pb-1 text-13 font-bold text-ink-2">{cue.section}</h3>}
            <button
              type="button"
              aria-current={cue === current ? 'true' : undefined}
              onClick={() => onJump(cue.start)}
              className={cx(
                'flex min-h-11 w-full items-baseline gap-2.5 rounded-item px-2.5 py-2 text-left text-14 -outline-offset-2 transition-colors hover:bg-fill active:bg-fill',
                cue === current && 'bg-primary-soft text-primary',
              )}
            >
              <span className={cx('tabular-nums shrink-0 text-12', cue === current ? 'text-primary' : 'text-ink-3')}>
                <span className="sr-only">跳到</span>
                {formatClock(cue.start)}
              </span>
              <span className="min-w-0 flex-1">{cue.text}</span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  )
}
