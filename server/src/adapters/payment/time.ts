const parts = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium' })

/** yyyy-mm-dd hh:mm:ss in Shanghai, wherever the server stands. */
export const shanghaiTime = (seconds: number) => parts.format(seconds * 1000)

export const rfc3339 = (seconds: number) => `${shanghaiTime(seconds).replace(' ', 'T')}+08:00`
