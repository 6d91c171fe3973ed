import { useEffect, useState } from 'react'
import { isTab } from '../../router/routes'
import { currentPage } from '../../router/stack'
import { useView } from '../../router/view'
import { Button } from '../../ui/button'
import { AgreementLinks } from './agreement-links'
import { consent, onConsent, setConsent } from './consent'

/**
 * Privacy notice at the first start: a bar that covers no content. No data is collected before the user answers. Shown
 * on the tabs only, because other pages have a bar of their own at the bottom.
 */
export function PrivacyBar() {
  const { stack } = useView()
  const [asks, setAsks] = useState(true)
  // Accepting the agreements at the login also answers the privacy notice.
  useEffect(() => onConsent(() => setAsks(false)), [])
  if (!asks || consent() !== null || !isTab(currentPage(stack).path)) return null
  return (
    <section
      aria-label="隐私说明"
      className="fixed inset-x-3 bottom-[calc(env(safe-area-inset-bottom)+64px)] z-20 flex animate-rise items-center gap-2 rounded-card bg-card px-3.5 py-2 shadow-[0_4px_24px_rgb(0_0_0/0.14)] desk:right-6 desk:bottom-6 desk:left-auto desk:max-w-110 dark:inset-ring dark:inset-ring-line"
    >
      <p className="min-w-0 flex-1 text-12 text-ink-2">
        你同意之前，我们不收集任何信息。见
        <AgreementLinks />
      </p>
      <Button kind="text" size="small" className="shrink-0 px-2!" onClick={() => setConsent('refused')}>
        不同意
      </Button>
      <Button size="small" className="shrink-0" onClick={() => setConsent('agreed')}>
        同意
      </Button>
    </section>
  )
}
