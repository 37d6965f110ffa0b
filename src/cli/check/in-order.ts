/**
 * Runs tasks, at most `ahead` at once, and yields their answers in the order of the tasks: memory does not grow with
 * their number.
 */
export async function* inOrder<Task, Answer>(
  tasks: AsyncIterable<Task>,
  run: (task: Task) => Promise<Answer>,
  ahead: number,
): AsyncGenerator<{ task: Task; answer: Answer }> {
  const underWay: { task: Task; running: Promise<Answer> }[] = [];
  const next = async () => {
    const { task, running } = underWay.shift() as (typeof underWay)[number];
    return { task, answer: await running };
  };
  for await (const task of tasks) {
    const running = run(task);
    // It is awaited in its turn; until then its failure must not end the process.
    running.catch(() => {});
    underWay.push({ task, running });
    if (underWay.length >= ahead) yield await next();
  }
  while (underWay.length > 0) yield await next();
}
