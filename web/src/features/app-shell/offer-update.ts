import { app } from '@dxx/contract/rules/constants'
import { callApi } from '../../api/client'
import { current, isAskedFor, navigateTo, reLaunch } from '../../router/navigation'
import { showModal, useStore } from '../../state/store'
import { readStored, writeStored } from '../../ui/stored'

const updatePage = 'pages/app-update/index'
/** The last version that was offered and put off: it is offered once. */
const offeredKey = 'dxx-update-offered'

/**
 * Asks whether there is a newer app. A forced one leaves only the page that leads to it, another one is offered; neither
 * comes over something that is open, being written or being sat: there it waits until the app is shown again.
 */
export async function offerUpdate(): Promise<void> {
  let found: Awaited<ReturnType<typeof newVersion>>
  try {
    found = await newVersion()
  } catch {
    // Without a network the next time asks again.
    return
  }
  if (!found || isAskedFor() || current().path === updatePage) return
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

const newVersion = () => callApi('GET /v130/get_new_version', { v: app.version })
