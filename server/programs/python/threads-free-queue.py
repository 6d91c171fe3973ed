import queue, heapq, time
q = queue.PriorityQueue()
for p, t in [(3, '低'), (1, '高'), (2, '中')]: q.put((p, t))
while not q.empty(): print(q.get())
h = [5, 1, 4]; heapq.heapify(h); print(heapq.heappushpop(h, 0), heapq.nlargest(2, h), heapq.merge([1, 4], [2, 3]).__class__.__name__)
start = time.perf_counter(); time.sleep(0.01); print(time.perf_counter() - start >= 0.01)
