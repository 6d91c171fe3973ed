import { type ComponentType, useEffect, useState } from 'react'
import { toast } from '../../state/flash'
import { useStore } from '../../state/store'
import { getToken } from '../../state/token'
import { consent } from './consent'

/** What accounts show over any page. Fetched when it is wanted: most visits want neither. */
export function AccountHost() {
  const reading = useStore(({ agreement }) => agreement !== null)
  // Who is logged in has agreed at the login.
  const [ask] = useState(() => consent() === null && getToken() === null)
  const AgreementSheet = useLater(reading, loadAgreementSheet, tellFailure)
  const PrivacyPopup = useLater(ask, loadPrivacyPopup)
  return (
    <>
      {PrivacyPopup && <PrivacyPopup />}
      {AgreementSheet && <AgreementSheet />}
    </>
  )
}

const loadAgreementSheet = async () => (await import('./agreement-sheet')).AgreementSheet
const loadPrivacyPopup = async () => (await import('./privacy-popup')).PrivacyPopup

const nothing = () => {}

/** The next tap on the link tries again. */
function tellFailure(): void {
  useStore.setState({ agreement: null })
  toast('没有打开，请检查网络后重试')
}

/** Without `failed`, what did not come is asked for again at the next start. */
function useLater(wanted: boolean, load: () => Promise<ComponentType>, failed = nothing): ComponentType | null {
  const [part, setPart] = useState<{ Part: ComponentType } | null>(null)
  useEffect(() => {
    if (!wanted || part) return
    load().then((Part) => setPart({ Part }), failed)
  }, [wanted, part, load, failed])
  return part?.Part ?? null
}
