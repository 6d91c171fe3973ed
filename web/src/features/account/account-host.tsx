import { type ComponentType, useEffect, useState } from 'react'
import { toast } from '../../state/flash'
import { useStore } from '../../state/store'
import { getToken } from '../../state/token'
import { consent } from './consent'

/** Agreement sheet and privacy bar, shown over any page; loaded on demand because most visits need neither. */
export function AccountHost() {
  const reading = useStore(({ agreement }) => agreement !== null)
  // Logged-in users agreed at login and are not asked again.
  const [ask] = useState(() => consent() === null && getToken() === null)
  const AgreementSheet = useLazyComponent(reading, loadAgreementSheet, tellFailure)
  const PrivacyBar = useLazyComponent(ask, loadPrivacyBar)
  return (
    <>
      {PrivacyBar && <PrivacyBar />}
      {AgreementSheet && <AgreementSheet />}
    </>
  )
}

const loadAgreementSheet = async () => (await import('./agreement-sheet')).AgreementSheet
const loadPrivacyBar = async () => (await import('./privacy-bar')).PrivacyBar

const nothing = () => {}

/** Reports a failed load and clears the state, so that the next tap on the agreement link retries. */
function tellFailure(): void {
  useStore.setState({ agreement: null })
  toast('没有打开，请检查网络后重试')
}

/** Loads a component on demand. Without `failed`, a failed load is ignored until the next start of the app. */
export function useLazyComponent(
  wanted: boolean,
  load: () => Promise<ComponentType>,
  failed = nothing,
): ComponentType | null {
  const [part, setPart] = useState<{ Part: ComponentType } | null>(null)
  useEffect(() => {
    if (!wanted || part) return
    load().then((Part) => setPart({ Part }), failed)
  }, [wanted, part, load, failed])
  return part?.Part ?? null
}
