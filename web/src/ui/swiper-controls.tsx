import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { cx } from './cx'

interface SwiperControlsProps {
  count: number
  /** Index of the visible slide. */
  at: number
  onShow(index: number): void
}

const arrow =
  'absolute top-1/2 grid size-11 -translate-y-1/2 place-items-center rounded-full bg-black/35 text-white hover:bg-black/55'

/** Arrows, and a button per slide instead of a dot. For wide windows; phones swipe. */
export function SwiperControls({ count, at, onShow }: SwiperControlsProps) {
  return (
    <>
      <button type="button" aria-label="上一张" onClick={() => onShow(at - 1)} className={cx(arrow, 'left-3')}>
        <ChevronLeft aria-hidden="true" size={22} />
      </button>
      <button type="button" aria-label="下一张" onClick={() => onShow(at + 1)} className={cx(arrow, 'right-3')}>
        <ChevronRight aria-hidden="true" size={22} />
      </button>
      <div className="absolute inset-x-0 bottom-0 flex justify-center">
        {Array.from({ length: count }, (_, index) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: one button per slide
            key={index}
            type="button"
            aria-label={`第 ${index + 1} 张`}
            aria-current={index === at || undefined}
            onClick={() => onShow(index)}
            className="group grid h-8 min-w-6 place-items-center px-1 -outline-offset-4"
          >
            <span
              className={cx(
                'h-1.5 rounded-full bg-white transition-all',
                index === at ? 'w-4' : 'w-1.5 opacity-55 group-hover:opacity-100',
              )}
            />
          </button>
        ))}
      </div>
    </>
  )
}

export function StopButton({ stopped, onToggle }: { stopped: boolean; onToggle(): void }) {
  return (
    <button
      type="button"
      onClick={onToggle}
      aria-label={stopped ? '继续轮播' : '暂停轮播'}
      className="absolute right-2 bottom-2 grid size-11 place-items-center rounded-full bg-shade text-white opacity-0 focus-visible:opacity-100"
    >
      {stopped ? <Play aria-hidden="true" size={18} /> : <Pause aria-hidden="true" size={18} />}
    </button>
  )
}
