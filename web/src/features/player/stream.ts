import type { ErrorData, Loader, LoaderCallbacks, LoaderConfiguration, LoaderContext, LoaderStats } from 'hls.js'
import Hls from 'hls.js/light'
import type { AttachedSource, AttachOptions, Trouble } from './attachment'

/** Plays a stream with hls.js, which is loaded only for streams. */
export function attachStream(
  video: HTMLVideoElement,
  { url, startAt, readOffline, onLevels, onTrouble, offline }: AttachOptions & { offline: boolean },
): AttachedSource {
  if (!Hls.isSupported()) {
    onTrouble('broken')
    return { setLevel: () => {}, detach: () => {} }
  }
  const hls = new Hls({
    startPosition: startAt > 0 ? startAt : -1,
    // Seconds to buffer ahead: enough for short network gaps, without wasting downloads.
    maxBufferLength: 30,
    capLevelToPlayerSize: true,
    ...(offline && { loader: offlineLoader(readOffline) }),
  })
  hls.on(Hls.Events.MANIFEST_PARSED, () => {
    onLevels(
      hls.levels.map(({ height, bitrate }) => ({ title: height ? `${height}P` : `${Math.round(bitrate / 1000)}K` })),
    )
  })
  let mended = false
  hls.on(Hls.Events.ERROR, (_, data) => {
    if (!data.fatal) return
    if (data.type === Hls.ErrorTypes.MEDIA_ERROR && !mended) {
      mended = true
      return hls.recoverMediaError()
    }
    onTrouble(troubleOf(data))
  })
  hls.loadSource(new URL(url, location.href).href)
  hls.attachMedia(video)
  return {
    setLevel: (index) => {
      // A manually chosen quality may exceed the window size.
      hls.capLevelToPlayerSize = index < 0
      hls.nextLevel = index
    },
    detach: () => hls.destroy(),
  }
}

function troubleOf({ type, response }: ErrorData): Trouble {
  const status = response?.code ?? 0
  if (status === 403) return 'expired'
  if (type !== Hls.ErrorTypes.NETWORK_ERROR) return 'broken'
  return status >= 400 && status < 500 ? 'broken' : 'network'
}

/** hls.js loader for offline copies, because our content security policy forbids fetching blob URLs. */
function offlineLoader(readOffline: AttachOptions['readOffline']) {
  return class KeptLoader implements Loader<LoaderContext> {
    context: LoaderContext | null = null
    stats: LoaderStats = noStats()
    private aborted = false

    async load(context: LoaderContext, _config: LoaderConfiguration, callbacks: LoaderCallbacks<LoaderContext>) {
      this.context = context
      this.stats.loading.start = performance.now()
      const blob = await readOffline(context.url)
      const whole = blob && (await (context.responseType === 'arraybuffer' ? blob.arrayBuffer() : blob.text()))
      if (this.aborted) return
      if (whole === undefined)
        return callbacks.onError({ code: 404, text: 'not downloaded' }, context, null, this.stats)
      const { rangeStart, rangeEnd } = context
      const data = rangeEnd && typeof whole !== 'string' ? whole.slice(rangeStart, rangeEnd) : whole
      const now = performance.now()
      this.stats.loading.first = now
      this.stats.loading.end = now
      this.stats.loaded = typeof data === 'string' ? data.length : data.byteLength
      this.stats.total = this.stats.loaded
      callbacks.onSuccess({ url: context.url, data, code: 200 }, this.stats, context, null)
    }

    abort() {
      this.aborted = true
    }

    destroy() {
      this.aborted = true
    }
  }
}

const noStats = (): LoaderStats => ({
  aborted: false,
  loaded: 0,
  retry: 0,
  total: 0,
  chunkCount: 0,
  bwEstimate: 0,
  loading: { start: 0, first: 0, end: 0 },
  parsing: { start: 0, end: 0 },
  buffering: { start: 0, first: 0, end: 0 },
})
