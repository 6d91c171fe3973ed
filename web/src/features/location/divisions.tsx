import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState } from 'react'
import { useCall } from '../../api/use-call'
import { Button } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { Skeleton } from '../../ui/skeleton'

interface DivisionsProps {
  /** Receives the names from the province down: 湖北省 武汉市 洪山区. */
  onChoose(place: string): void
  /** Initial province. */
  province?: { code: string; name: string }
}

/** Selects a place from the province down to any level. The chosen names stay visible below the page's search bar. */
export function Divisions({ onChoose, province }: DivisionsProps) {
  const [chosen, setChosen] = useState<{ code: string; name: string }[]>(province ? [province] : [])
  const parent = chosen.at(-1)?.code
  const { data, error, refetch } = useCall('GET /v1/divisions', parent ? { parent } : {})
  const place = (last?: string) => [...chosen.map(({ name }) => name), ...(last ? [last] : [])].join(' ')
  return (
    <>
      <div className="sticky top-13 z-1 flex min-h-11 flex-wrap items-center gap-1 bg-card px-4 text-14">
        <button type="button" className="tap rounded-item text-primary" onClick={() => setChosen([])}>
          全国
        </button>
        {chosen.map(({ code, name }, index) => (
          <span key={code} className="flex items-center gap-1">
            <ChevronRight aria-hidden="true" size={14} className="text-ink-3" />
            <button
              type="button"
              className="tap rounded-item text-primary"
              onClick={() => setChosen(chosen.slice(0, index + 1))}
            >
              {name}
            </button>
          </span>
        ))}
        {chosen.length > 0 && (
          <Button kind="text" size="small" className="ml-auto" onClick={() => onChoose(place())}>
            就选这里
          </Button>
        )}
      </div>
      {data ? (
        <ul className="tablet:grid tablet:grid-cols-2 desk:grid-cols-3 wide:grid-cols-4">
          {data.map(({ code, name, hasMore }) => (
            <li key={code}>
              <button
                type="button"
                onClick={() =>
                  hasMore && chosen.length < 2 ? setChosen([...chosen, { code, name }]) : onChoose(place(name))
                }
                className="hover-row flex min-h-12 w-full items-center justify-between px-4 text-left text-15 -outline-offset-2 active:bg-fill"
              >
                {name}
                {hasMore && chosen.length < 2 && <ChevronRight aria-hidden="true" size={16} className="text-ink-3" />}
              </button>
            </li>
          ))}
        </ul>
      ) : error ? (
        <Empty type="error" text={error.msg} onRetry={() => refetch()} />
      ) : (
        <div className="space-y-3 px-4 pb-6">
          {[1, 2, 3, 4, 5, 6].map((row) => (
            <Skeleton key={row} className="h-9" />
          ))}
        </div>
      )}
    </>
  )
}
