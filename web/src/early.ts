/**
 * Before the first paint: whether the drawing that came with the page is what its address asks for, and in
 * which language. If not, room is kept for what is asked for, and it is said that it is on its way.
 */
{
  const { hash, search } = location;
  const asked = new URLSearchParams(`${search.slice(1)}&${hash.slice(1)}`);
  const root = document.documentElement;
  const spoken = [asked.get("lang") ?? "", ...navigator.languages]
    .map((tag) => /^(?:en|zh)(?![a-z])/i.exec(tag)?.[0].toLowerCase())
    .find((language) => language !== undefined);
  if (spoken === "zh") root.lang = "zh-CN";
  // What a seal, a language and those who count visits add asks for nothing else.
  for (const key of asked.keys())
    if (!/^(?:v|c|lang|utm_\w+|\w*clid)$/.test(key))
      root.dataset.asked = asked.get("view") ?? "derive";
}
