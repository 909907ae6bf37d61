// ZoneCoach
// SPDX-License-Identifier: Apache-2.0

// Menus are `details`: they open without script. With it they close on Escape, on a press elsewhere, and after a choice.

for (const menu of document.querySelectorAll('details.menu')) {
  const close = () => { menu.open = false; };
  menu.addEventListener('keydown', event => {
    if (event.key !== 'Escape' || !menu.open) return;
    close();
    menu.querySelector('summary').focus();
  });
  menu.addEventListener('click', event => { if (event.target.closest('a')) close(); });
  menu.addEventListener('focusout', event => { if (event.relatedTarget && !menu.contains(event.relatedTarget)) close(); });
  document.addEventListener('pointerdown', event => { if (!menu.contains(event.target)) close(); });
}
