const sleep = (ms, v) => new Promise((r) => setTimeout(r, ms, v))
async function main() {
  console.log(await Promise.all([sleep(30, 'a'), sleep(10, 'b'), 3]), await Promise.race([sleep(30, '慢'), sleep(5, '快')]), await Promise.any([Promise.reject(1), sleep(5, '任一')]))
  console.log(await Promise.allSettled([Promise.resolve(1), Promise.reject(new Error('坏').message)]))
  try { await Promise.reject(new TypeError('拒绝')) } catch (e) { console.log(e instanceof TypeError, e.message) } finally { console.log('finally') }
  for await (const x of (async function* () { yield 1; await sleep(2); yield 2 })()) console.log('异步', x)
  const results = []; await Promise.all([3, 1, 2].map(async (n) => { await sleep(n * 8); results.push(n) })); console.log(results)
  const retry = async (f, n) => { for (let i = 1; ; i++) try { return await f(i) } catch (e) { console.log('第', i, '次', e.message); if (i === n) throw e } }; console.log(await retry(async (i) => { if (i < 3) throw new Error('再试'); return '成功' }, 5))
  console.log(Promise.resolve(1), sleep(1), (async () => {})(), [Promise.resolve({ a: 1 })])
  return '完成'
}
console.log('开始'); main().then(console.log).catch((e) => console.log('错', e.message)); console.log('同步结束')
Promise.reject(new Error('链')).catch((e) => e.message).then((m) => console.log(m)).finally(() => console.log('链完'))
