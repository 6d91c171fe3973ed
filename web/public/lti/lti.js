// Steps of an LTI launch that need a script. Learning platforms show these pages in a frame, where browsers may keep no
// cookies for us; the platform then stores a value for us by messages (LTI postMessage storage).
const { dataset } = document.body
const patience = 1500

/** Sends a message to the platform's frame. Resolves with its response, or null if there is none in time. */
function ask(subject, message) {
  return new Promise((resolve) => {
    const platform = window.opener ?? window.parent
    const frame = dataset.target === '_parent' ? platform : platform.frames[dataset.target]
    if (!frame || platform === window) return resolve(null)
    const id = crypto.randomUUID()
    const timer = setTimeout(() => resolve(null), patience)
    addEventListener('message', ({ data, origin, source }) => {
      if (origin !== dataset.origin || source !== frame || data?.message_id !== id) return
      clearTimeout(timer)
      resolve(data.error ? null : data)
    })
    frame.postMessage({ ...message, subject, message_id: id }, dataset.origin)
  })
}

const storage = () => typeof dataset.target === 'string' && dataset.target !== ''

async function store() {
  if (storage()) await ask('lti.put_data', { key: dataset.key, value: dataset.value }).catch(() => null)
  location.replace(dataset.next)
}

/** Opens the app at once if this browser has started the launch; otherwise the user is asked whose account it is. */
async function open() {
  const link = document.querySelector('a.button')
  const stored =
    dataset.same !== 'yes' && storage() ? await ask('lti.get_data', { key: dataset.key }).catch(() => null) : null
  if (dataset.same === 'yes' || stored?.value === dataset.value) location.replace(link.href)
  else document.querySelector('main').hidden = false
}

if (dataset.step === 'store') store()
if (dataset.step === 'open') open()
if (dataset.step === 'return') document.forms[0].submit()
