import { appConstants } from '@dxx/contract/rules/constants'
import { callApi } from '../../api/client'
import { getCurrentPage, hasOverlayOrGuard, navigateTo, reLaunch } from '../../router/navigation'
import { readStored, writeStored } from '../../state/local-storage'
import { showModal, useStore } from '../../state/store'

const updatePage = 'pages/app-update/index'
/** Storage key of the last offered version; each version is offered once. */
const offeredKey = 'dxx-update-offered'

/**
 * Checks for a newer app version. A forced update makes its page the only reachable one; an optional update is offered.
 * Neither interrupts an overlay, a draft or an exam: the update is deferred until the app is resumed.
 */
export async function offerUpdate(): Promise<void> {
  let found: Awaited<ReturnType<typeof newVersion>>
  try {
    found = await newVersion()
  } catch {
    // Offline: the next check retries.
    return
  }
  if (!found || hasOverlayOrGuard() || getCurrentPage().path === updatePage) return
  useStore.setState({ updateInfo: found })
  if (found.force) return void reLaunch(updatePage)
  if (readStored(offeredKey) === found.version) return
  writeStored(offeredKey, found.version)
  const chosen = await showModal({
    title: `发现新版本 ${found.version}`,
    content: found.notes,
    confirmText: '去更新',
    cancelText: '以后再说',
  })
  if (chosen === 'confirm') navigateTo(updatePage)
}

const newVersion = () => callApi('GET /v130/get_new_version', { v: appConstants.version })
