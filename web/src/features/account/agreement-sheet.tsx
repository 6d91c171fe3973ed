import { agreementTypes } from '@dxx/contract/rules/constants'
import { formatDate } from '@dxx/contract/rules/time-from'
import { useState } from 'react'
import { useCall } from '../../api/use-call'
import { useStore } from '../../state/store'
import { Empty } from '../../ui/empty'
import { Prose } from '../../ui/prose'
import { Sheet } from '../../ui/sheet'
import { SkeletonText } from '../../ui/skeleton-shapes'

/** Sheet with the agreement named in the global state, shown over the current page. */
export function AgreementSheet() {
  const agreementToShow = useStore(({ agreement }) => agreement)
  // Keeps the content visible while the sheet closes.
  const [shown, setShown] = useState<1 | 2>(agreementToShow ?? 1)
  if (agreementToShow && agreementToShow !== shown) setShown(agreementToShow)
  return (
    <Sheet
      open={agreementToShow !== null}
      onClose={() => useStore.setState({ agreement: null })}
      title={agreementTypes[shown]}
    >
      <Agreement id={shown} />
    </Sheet>
  )
}

function Agreement({ id }: { id: 1 | 2 }) {
  const { data, error, refetch } = useCall('GET /v1/agreement/{id}', { id })
  if (data) {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without something to focus, no key would scroll the sheet
      <article tabIndex={0} className="-outline-offset-2">
        <p className="mb-3 text-12 text-ink-3">更新于 {formatDate(data.updatedAt)}</p>
        <Prose html={data.html} />
      </article>
    )
  }
  return error ? <Empty type="error" text={error.msg} onRetry={() => refetch()} /> : <SkeletonText lines={12} />
}
