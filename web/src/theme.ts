/** Before the first paint: the page is as light or dark as its address says. A plain script, which nothing waits for. */
{
  const theme =
    /[#&]theme=(light|dark)(?:&|$)/.exec(location.hash) ??
    /[?&]theme=(light|dark)(?:&|$)/.exec(location.search);
  if (theme) document.documentElement.dataset.theme = theme[1];
}
